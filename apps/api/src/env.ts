import { z } from 'zod';

const port = (fallback: number) => z.coerce.number().int().min(0).max(65_535).default(fallback);

/** "true", "false", or the addresses and networks of the proxies, separated by commas. */
const TrustProxy = z
  .string()
  .default('false')
  .transform((value) => (value === 'true' || value === 'false' ? value === 'true' : value));

const Env = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgresql:// URL' }),
  /** Signs the calls of the web server; the same for all processes. */
  APP_SECRET: z.string({ error: 'must be a secret of at least 32 characters' }).min(32, {
    error: 'must be a secret of at least 32 characters',
  }),
  HOST: z.string().min(1).default('127.0.0.1'),
  API_PORT: port(4000),
  /** Where clients reach the API, for the links in its answers; by default the Host header of the request. */
  PUBLIC_API_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/$/, ''))
    .optional(),
  TRUST_PROXY: TrustProxy,
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(500).default(10),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});
export type Env = z.infer<typeof Env>;

/** Reads the configuration once, at the start. Throws one message that names every wrong variable. */
export function readEnv(source: NodeJS.ProcessEnv = process.env): Env {
  const present = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const result = Env.safeParse(present);
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`The configuration is wrong. ${problems.join('; ')}.`);
}
