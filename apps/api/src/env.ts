import { loadSecretFiles } from '@crewboard/app-secret/secret-files';
import { readTrustProxy } from '@crewboard/client-address';
import { Email, findTextProblem, NewPassword, textBounds } from '@crewboard/contracts';
import { defaultBackupInterval, parseBackupInterval } from '@crewboard/db/backup-settings';
import { parseShutdownDelay } from '@crewboard/graceful-shutdown';
import { logLevels } from '@crewboard/log/levels';
import { z } from 'zod';
import { tokenKind } from './auth/tokens.ts';
import { readAllowList } from './outbound/allow-list.ts';

const port = (fallback: number) => z.coerce.number().int().min(0).max(65_535).default(fallback);

/** A variable that `read` parses. The message of an error that `read` throws is that of the variable. */
const parsedBy = <Value>(read: (text: string) => Value, byDefault = '') =>
  z
    .string()
    .default(byDefault)
    .transform((text, context) => {
      try {
        return read(text);
      } catch (error) {
        context.addIssue({ code: 'custom', message: (error as Error).message });
        return z.NEVER;
      }
    });

const LogLevel = z.enum(logLevels).default('info');

/**
 * Whether a URL is like `postgresql://a:5432,b:5432/…`: libpq would try the hosts in turn. A password may have commas.
 */
function hasSeveralHosts(url: string): boolean {
  const [authority = ''] = url.replace(/^postgres(?:ql)?:\/\//, '').split(/[/?#]/, 1);
  return authority.slice(authority.lastIndexOf('@') + 1).includes(',');
}

const DatabaseUrl = z
  .string({ error: 'is required: a postgresql:// URL' })
  .refine((url) => !hasSeveralHosts(url), {
    abort: true,
    error:
      'names several hosts, and the driver connects to one: name the primary, or a proxy or DNS name that leads to it',
  })
  .pipe(z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgresql:// URL' }));

/** The identity of an installation: the same for all its processes, another one for each copy of its database. */
const InstallationEnv = z.object({
  INSTALLATION_ID: z
    .string()
    .regex(/^[!-~]{1,200}$/, { error: 'must be 1 to 200 ASCII characters without spaces' })
    .optional(),
  /** Without INSTALLATION_ID, the identity is that of this folder. */
  DATA_DIR: z.string().optional(),
});

const tooShort = { error: 'must be a secret of at least 32 characters' };
const AppSecret = z.string(tooShort).min(32, tooShort);

export const isLoopback = (host: string) =>
  host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);

const MetricsEnv = z.object({
  /** Serves `/metrics` on a port of its own. */
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  /** The token that readers of `/metrics` must send. Without METRICS_PORT the API serves it on its own port. */
  METRICS_TOKEN: z
    .string()
    .regex(/^[!-~]{32,}$/, { error: 'must be a secret of at least 32 ASCII characters without spaces' })
    .optional(),
});

/** A port that other machines can reach needs a token. */
const isProtected = ({ METRICS_PORT, METRICS_HOST, METRICS_TOKEN }: z.infer<typeof MetricsEnv>) =>
  METRICS_PORT === undefined || METRICS_TOKEN !== undefined || isLoopback(METRICS_HOST);
const unprotected = {
  path: ['METRICS_TOKEN'],
  error: 'is required with a METRICS_HOST that is not loopback',
};

const Env = MetricsEnv.extend(InstallationEnv.shape).extend({
  /** The folder of the backups: the metric of their age, and the notice for operators, read it. */
  BACKUP_DIR: z.string().optional(),
  /** How often they are made, in ms. */
  BACKUP_EVERY: parsedBy(parseBackupInterval, defaultBackupInterval),
  /** Connects as the role that reads and writes rows. */
  DATABASE_URL: DatabaseUrl,
  /** Connects as the role that owns the tables, if this process applies migrations. */
  DATABASE_OWNER_URL: DatabaseUrl.optional(),
  /** Signs the web server's calls and device tokens, and encrypts webhook secrets. The same for all processes. */
  APP_SECRET: AppSecret,
  /** The former APP_SECRET while it is being replaced: tokens and secrets that were made with it stay valid. */
  APP_SECRET_PREVIOUS: AppSecret.optional(),
  HOST: z.string().min(1).default('127.0.0.1'),
  API_PORT: port(4000),
  /** Base URL of the API in responses. Without it, URLs in responses are relative. */
  PUBLIC_API_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/$/, ''))
    .optional(),
  /** "true", "false", or the IP addresses and networks (CIDR) of the proxies, separated by commas. */
  TRUST_PROXY: parsedBy(readTrustProxy, 'false'),
  /** How long requests are still accepted after SIGTERM, while the process is not ready. */
  SHUTDOWN_DELAY_SECONDS: parsedBy(parseShutdownDelay),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(500).default(10),
  /**
   * The host names, addresses and networks (CIDR) that all webhooks may reach besides public addresses,
   * separated by commas.
   */
  WEBHOOK_ALLOW: parsedBy(readAllowList),
  /** Who may create teams in the dashboard. */
  TEAM_CREATION: z.enum(['operators', 'anyone']).default('operators'),
  /** Which process sends webhooks: each API process, or separate worker processes (worker.ts). */
  WEBHOOK_DELIVERY: z.enum(['api', 'worker']).default('api'),
  /** Requests per minute and burst size per credential. 0 disables all per-minute limits. */
  RATE_LIMIT_PER_MINUTE: z.coerce.number().int().min(0).max(1_000_000).default(600),
  /** Days after which events are removed. Without it, all are kept. */
  EVENT_RETENTION_DAYS: z.coerce.number().int().min(1).max(36_500).optional(),
  LOG_LEVEL: LogLevel,
  /** The URL to send traces to. The exporter itself reads this and the other OTEL_EXPORTER_OTLP_ variables. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** The part of the traces to send, 0 to 1, of requests without a `traceparent`. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
});
export type Env = z.infer<typeof Env>;

const DatabaseEnv = Env.pick({ DATABASE_URL: true, DATABASE_OWNER_URL: true, LOG_LEVEL: true });
/** The INIT_ variables describe the first team and account, which a database without accounts gets. */
const MigrateEnv = DatabaseEnv.extend({
  INIT_OWNER_EMAIL: Email.optional(),
  INIT_OWNER_PASSWORD: NewPassword.optional(),
  INIT_TEAM: z
    .string()
    .refine((name) => !findTextProblem(name, textBounds.name), { error: 'is not a name of a team' })
    .default('Team'),
  /** A team API key that `admin key generate` made. */
  INIT_API_KEY: z
    .string()
    .refine((token) => tokenKind(token) === 'team', {
      error: 'must be a key that `admin key generate` printed',
    })
    .optional(),
});
export type MigrateEnv = z.infer<typeof MigrateEnv>;

const isOwnerComplete = ({ INIT_OWNER_EMAIL, INIT_OWNER_PASSWORD, INIT_API_KEY }: MigrateEnv) =>
  (INIT_OWNER_EMAIL === undefined) === (INIT_OWNER_PASSWORD === undefined) &&
  (INIT_API_KEY === undefined || INIT_OWNER_EMAIL !== undefined);
const incompleteOwner = {
  path: ['INIT_OWNER_EMAIL'],
  error: 'INIT_OWNER_EMAIL and INIT_OWNER_PASSWORD are required together, and with INIT_API_KEY',
};
/** The variables of the `admin` command. Without DATABASE_URL it looks for a running `npm start` in DATA_DIR. */
const AdminEnv = z.object({
  DATABASE_URL: DatabaseUrl.optional(),
  DATABASE_OWNER_URL: DatabaseUrl.optional(),
  ...InstallationEnv.shape,
  WEBHOOK_ALLOW: z.string().optional(),
  PUBLIC_URL: z.string().optional(),
});
const WorkerEnv = DatabaseEnv.extend({
  ...Env.pick({ APP_SECRET: true, APP_SECRET_PREVIOUS: true, WEBHOOK_ALLOW: true }).shape,
  ...MetricsEnv.shape,
  ...InstallationEnv.shape,
});

/**
 * Reads the configuration at startup; empty variables count as unset. Throws one error that lists every invalid
 * variable.
 */
export const readEnv = (source: NodeJS.ProcessEnv = process.env): Env =>
  parseEnv(Env.refine(isProtected, unprotected), source);

/** Reads the configuration of the webhook worker process (worker.ts). */
export const readWorkerEnv = (source: NodeJS.ProcessEnv = process.env) =>
  parseEnv(WorkerEnv.refine(isProtected, unprotected), source);

/** Reads the configuration of migrate.ts. */
export const readMigrateEnv = (source: NodeJS.ProcessEnv = process.env) =>
  parseEnv(MigrateEnv.refine(isOwnerComplete, incompleteOwner), source);

/** Reads the configuration of the `admin` command. */
export const readAdminEnv = (source: NodeJS.ProcessEnv = process.env) => parseEnv(AdminEnv, source);

/** The settings that each program reads, for the tests of the documentation. */
export const settingsByProgram = {
  api: Object.keys(Env.shape),
  worker: Object.keys(WorkerEnv.shape),
  migrate: Object.keys(MigrateEnv.shape),
  admin: Object.keys(AdminEnv.shape),
};

const dashboardUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL, such as https://board.example' })
  .optional();
/** The variables that only the web server reads, with the same checks as there. */
const DashboardEnv = z.object({ PUBLIC_URL: dashboardUrl, NEXTAUTH_URL: dashboardUrl });

/** Stand for the secrets, which the terminal of an operator may not have. */
const placeholders = { DATABASE_URL: 'postgresql://database', APP_SECRET: 'x'.repeat(32) };

/** Lists invalid settings for `admin doctor`, without missing secrets. */
export function listSettingProblems(source: Record<string, string | undefined>) {
  const schemas = [
    Env.refine(isProtected, unprotected),
    MigrateEnv.refine(isOwnerComplete, incompleteOwner),
    DashboardEnv,
  ];
  const issues = schemas.flatMap(
    (schema) => schema.safeParse({ ...placeholders, ...source }).error?.issues ?? [],
  );
  const problems = issues.map(({ path, message }) => ({ names: path.join('.'), message }));
  return [...new Map(problems.map((problem) => [`${problem.names} ${problem.message}`, problem])).values()];
}

/** Parses `source`, after adding the secrets that are given as files to it: libraries read some of them there. */
function parseEnv<T extends z.ZodType>(schema: T, source: NodeJS.ProcessEnv): z.output<T> {
  loadSecretFiles(source);
  const definedVariables = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const result = schema.safeParse(definedVariables);
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`Invalid configuration: ${problems.join('; ')}.`);
}
