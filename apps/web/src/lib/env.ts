import { type AppSecrets, toAppSecrets } from '@crewboard/app-secret';
import { readTrustProxy, type TrustProxy } from '@crewboard/client-address';
import { parseShutdownDelay } from '@crewboard/graceful-shutdown';
import { isLogLevel, logLevels } from '@crewboard/log/levels';

export interface Env {
  /** The URL of the API for this server, without a trailing slash. */
  apiUrl: string;
  /** The URL of the API for people and agents: shown in links and commands, never called. */
  publicApiUrl: string;
  /** Signs sessions and the calls to the API: at least 32 characters, the same as the API's. */
  appSecret: string;
  /** The secrets whose cookies are accepted: `appSecret`, then APP_SECRET_PREVIOUS if it is set. */
  appSecrets: AppSecrets;
  /** Whether the dashboard is served over https: cookies are then secure. */
  isHttps: boolean;
  /** Which reverse proxies may set the client address. */
  trustProxy: TrustProxy;
  /** How long requests are still accepted after SIGTERM, while the process is not ready. */
  shutdownDelayMs: number;
  /** The bearer token for /metrics. Without it, nothing is counted, and /metrics does not exist. */
  metricsToken: string | undefined;
}

const MIN_SECRET_LENGTH = 32;

/**
 * Reads the settings at run time, so that one build serves every installation. Throws an error that names an invalid
 * one.
 */
export function readEnv(source: NodeJS.ProcessEnv = process.env): Env {
  const apiUrl = httpUrl('API_URL', source.API_URL || 'http://127.0.0.1:4000');
  const publicApiUrl = httpUrl('PUBLIC_API_URL', source.PUBLIC_API_URL || apiUrl);
  const publicUrl = readPublicUrl(source);
  const { APP_SECRET: appSecret = '', APP_SECRET_PREVIOUS: previousSecret } = source;
  if (appSecret.length < MIN_SECRET_LENGTH) {
    throw new Error(
      `APP_SECRET must be a secret of at least ${MIN_SECRET_LENGTH} characters, the same as the API has.`,
    );
  }
  if (previousSecret && previousSecret.length < MIN_SECRET_LENGTH) {
    throw new Error(`APP_SECRET_PREVIOUS must be a secret of at least ${MIN_SECRET_LENGTH} characters.`);
  }
  const appSecrets = toAppSecrets(appSecret, previousSecret);
  const trustProxy = readTrustProxy(source.TRUST_PROXY);
  const shutdownDelayMs = parseShutdownDelay(source.SHUTDOWN_DELAY_SECONDS) * 1_000;
  const isHttps = publicUrl.startsWith('https:');
  checkLogLevel(source.LOG_LEVEL);
  const metricsToken = readMetricsToken(source.METRICS_TOKEN);
  return { apiUrl, publicApiUrl, appSecret, appSecrets, trustProxy, shutdownDelayMs, isHttps, metricsToken };
}

/**
 * The URL of the dashboard for people; empty if it is not set. NEXTAUTH_URL counts as well: next-auth reads that name.
 */
function readPublicUrl(source: NodeJS.ProcessEnv): string {
  const name = source.PUBLIC_URL ? 'PUBLIC_URL' : 'NEXTAUTH_URL';
  const value = source[name];
  return value ? httpUrl(name, value) : '';
}

/** Only a check: http-server.mjs has created the log before this, with the level info if LOG_LEVEL is invalid. */
function checkLogLevel(level: string | undefined): void {
  if (level && !isLogLevel(level)) throw new Error(`LOG_LEVEL must be one of ${logLevels.join(', ')}.`);
}

function readMetricsToken(token: string | undefined): string | undefined {
  if (token && !/^[!-~]{32,}$/.test(token)) {
    throw new Error('METRICS_TOKEN must be a secret of at least 32 ASCII characters without spaces.');
  }
  return token || undefined;
}

function httpUrl(name: string, value: string): string {
  const url = URL.parse(value);
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new Error(`${name} must be an http or https URL such as http://127.0.0.1:4000, not "${value}".`);
  }
  // Without the lookbehind, a URL of many slashes would take quadratic time.
  return url.href.replace(/(?<!\/)\/+$/, '');
}
