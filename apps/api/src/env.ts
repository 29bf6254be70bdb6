import { readTrustProxy } from '@crewboard/client-address';
import { z } from 'zod';
import { readAllowList } from './outbound/allow-list.ts';

const port = (fallback: number) => z.coerce.number().int().min(0).max(65_535).default(fallback);

/** "true", "false", or the addresses and networks of the proxies, separated by commas. */
const TrustProxy = z
  .string()
  .default('false')
  .transform((text, context) => {
    try {
      return readTrustProxy(text);
    } catch (error) {
      context.addIssue({ code: 'custom', message: (error as Error).message });
      return z.NEVER;
    }
  });

/** Host names, addresses and networks that webhooks may reach besides public addresses, separated by commas. */
const WebhookAllow = z
  .string()
  .default('')
  .transform((text, context) => {
    try {
      return readAllowList(text);
    } catch (error) {
      context.addIssue({ code: 'custom', message: (error as Error).message });
      return z.NEVER;
    }
  });

const LogLevel = z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info');

const DatabaseUrl = z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgresql:// URL' });

const Env = z.object({
  /** With the role that the service works as. */
  DATABASE_URL: DatabaseUrl,
  /** With the role that owns the tables, where this process is to apply migrations. */
  DATABASE_OWNER_URL: DatabaseUrl.optional(),
  /** Signs the calls of the web server; the same for all processes. */
  APP_SECRET: z.string({ error: 'must be a secret of at least 32 characters' }).min(32, {
    error: 'must be a secret of at least 32 characters',
  }),
  HOST: z.string().min(1).default('127.0.0.1'),
  API_PORT: port(4000),
  /** Where clients reach the API, for the URLs in its responses; without it they are relative. */
  PUBLIC_API_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/$/, ''))
    .optional(),
  TRUST_PROXY: TrustProxy,
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(500).default(10),
  WEBHOOK_ALLOW: WebhookAllow,
  /** Who may create teams in the dashboard. */
  TEAM_CREATION: z.enum(['operators', 'anyone']).default('operators'),
  /** Who sends webhooks: each API process, or workers of their own (worker.ts). */
  WEBHOOK_DELIVERY: z.enum(['api', 'worker']).default('api'),
  /** Requests a minute per credential, with a burst of as many; 0 turns the limits per minute off. */
  RATE_LIMIT_PER_MINUTE: z.coerce.number().int().min(0).max(1_000_000).default(600),
  LOG_LEVEL: LogLevel,
});
export type Env = z.infer<typeof Env>;

const MigrateEnv = Env.pick({ DATABASE_URL: true, DATABASE_OWNER_URL: true, LOG_LEVEL: true });
const WorkerEnv = MigrateEnv.extend(Env.pick({ APP_SECRET: true, WEBHOOK_ALLOW: true }).shape);

/** Reads the configuration once, at the start. Throws one message that names every wrong variable. */
export const readEnv = (source: NodeJS.ProcessEnv = process.env): Env => read(Env, source);

/** The same for a process that only sends webhooks. */
export const readWorkerEnv = (source: NodeJS.ProcessEnv = process.env) => read(WorkerEnv, source);

/** The same for the process that applies migrations. */
export const readMigrateEnv = (source: NodeJS.ProcessEnv = process.env) => read(MigrateEnv, source);

function read<T extends z.ZodType>(schema: T, source: NodeJS.ProcessEnv): z.output<T> {
  const present = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const result = schema.safeParse(present);
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`The configuration is wrong. ${problems.join('; ')}.`);
}
