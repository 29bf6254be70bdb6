import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { type Crewboard, createClient } from '@crewboard/sdk';
import { CliError, exitCodes } from './exit-codes.ts';
import type { Environment } from './terminal.ts';

/** The service that commands call, and the token. */
export type Config = { url: string; token: string };

/** The content of the config file, which `login` writes. */
type StoredConfig = Config & { projectId?: string };

/** Of a call for which a person waits at the terminal: retries take 1 s instead of the default 15 s. */
export const maxRetries = 2;

export const defaultUrl = 'http://127.0.0.1:4000';

/** The hint for a URL at which the API does not listen. */
export const addressHint = `Use the address that \`npm start\` prints as API, such as ${defaultUrl}.`;

/** $XDG_CONFIG_HOME/crewboard/config.json, with ~/.config by default. */
function configFile(env: Environment): string {
  return path.join(env.XDG_CONFIG_HOME || path.join(homedir(), '.config'), 'crewboard', 'config.json');
}

function readConfig(env: Environment): Partial<StoredConfig> {
  try {
    return JSON.parse(readFileSync(configFile(env), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new CliError(`${configFile(env)} cannot be read: ${(error as Error).message}`);
  }
}

/** Replaces the config file atomically. Only its owner can read it. Returns its path. */
export function writeConfig(env: Environment, config: StoredConfig): string {
  const file = configFile(env);
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(config, null, 2)}\n`, { mode: 0o600 });
  // `mode` applies only to new files, and a process that was killed may have left the draft.
  chmodSync(draft, 0o600);
  renameSync(draft, file);
  return file;
}

/** Deletes the config file. Returns its path; undefined if there was none. */
export function removeConfig(env: Environment): string | undefined {
  const file = configFile(env);
  if (!existsSync(file)) return undefined;
  rmSync(file);
  return file;
}

/** Removes what does not distinguish services: capitals in the host, a default port and a slash at the end. */
const normalizeUrl = (url: string): string =>
  URL.canParse(url) ? new URL(url).href.replace(/\/$/, '') : url;

const isHttpUrl = (text: string): boolean =>
  URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);

/** Throws a usage error for a text that is not an http:// or https:// URL. */
export function requireUrl(url: string): void {
  if (isHttpUrl(url)) return;
  const isLocal = /^(localhost|127\.|\[::1\])/.test(url);
  const likely = `${isLocal ? 'http' : 'https'}://${url}`;
  const hasSuggestion = !url.includes('://') && isHttpUrl(likely);
  throw new CliError(
    `${url} does not begin with http:// or https://.\n  ${hasSuggestion ? `Did you mean ${likely}?` : addressHint}`,
    exitCodes.usage,
  );
}

/**
 * The service and token of a command: CREWBOARD_URL and CREWBOARD_TOKEN, or those that `login` stored. A stored token
 * is only used for the URL that it was stored with. Throws without a token, and a usage error for an invalid URL.
 */
export function findConfig(env: Environment): Config {
  const config = readSettings(env);
  requireUrl(config.url);
  return config;
}

function readSettings(env: Environment): Config {
  const { CREWBOARD_URL, CREWBOARD_TOKEN } = env;
  if (CREWBOARD_TOKEN) return { url: CREWBOARD_URL || defaultUrl, token: CREWBOARD_TOKEN };
  const stored = findStored(env);
  if (stored) return { url: stored.url, token: stored.token };
  const url = CREWBOARD_URL || (readConfig(env).url ?? defaultUrl);
  throw new CliError(
    `There is no token for ${url}. Run \`crewboard login\`, or set CREWBOARD_URL and CREWBOARD_TOKEN.`,
    exitCodes.denied,
  );
}

/** The stored config if commands use it: without CREWBOARD_TOKEN, and for the URL that it was stored with. */
export function findStored(env: Environment): StoredConfig | undefined {
  const { CREWBOARD_URL, CREWBOARD_TOKEN } = env;
  if (CREWBOARD_TOKEN) return undefined;
  const { url = defaultUrl, token, projectId } = readConfig(env);
  const isOfUrl = !CREWBOARD_URL || normalizeUrl(CREWBOARD_URL) === normalizeUrl(url);
  return token && isOfUrl ? { url, token, projectId } : undefined;
}

/**
 * CREWBOARD_PROJECT, or else the project that is stored with the token. An empty CREWBOARD_PROJECT means no default.
 */
export const findDefaultProject = (env: Environment): string | undefined =>
  (env.CREWBOARD_PROJECT ?? findStored(env)?.projectId) || undefined;

/** Throws a usage error for an invalid token. */
export function toClient(config: Config): Crewboard {
  try {
    return createClient(config);
  } catch (error) {
    throw new CliError((error as Error).message, exitCodes.usage);
  }
}
