import path from 'node:path';
import { loadSecretFiles, SECRETS } from '@crewboard/app-secret/secret-files';
import { findInstallationId } from '@crewboard/db/inspect';
import {
  findAdminDataDir,
  isProcessAlive,
  type RunningService,
  readRunningService,
} from '../running-service.ts';
import { failure, type Result } from './finding.ts';

export type Environment = Record<string, string | undefined>;

/**
 * The installation to check: that of the running `npm start`, or else of the environment of this terminal or container.
 */
export type Surroundings = {
  /** The settings without empty ones; with secrets if this terminal has them. */
  env: Environment;
  /** The names of all variables of the environment that has the settings. */
  variables: string[];
  /** The paths of files with secrets: `APP_SECRET_FILE` and the like. */
  secretFiles: string[];
  databaseUrl: string | undefined;
  /** Whether the database is that of `npm start`. */
  isEmbedded: boolean;
  dataDir: string | undefined;
  /** The running `npm start` on this DATA_DIR and database. */
  service: RunningService | undefined;
  /** The process of a service that was killed, so that its file is still there. */
  endedPid: number | undefined;
  /** Problems with reading the settings. */
  problems: Result[];
};

export function readSurroundings(source: Environment = process.env): Surroundings {
  const problems: Result[] = [];
  const secretFiles = SECRETS.flatMap((secret) => {
    const file = source[`${secret}_FILE`];
    return file ? [path.resolve(file)] : [];
  });
  const own: Environment = { ...source };
  try {
    loadSecretFiles(own as NodeJS.ProcessEnv);
  } catch (error) {
    problems.push(failure((error as Error).message, 'Change it, or unset the variable.'));
  }
  const ownEnv = withoutEmpty(own);
  const dataDir = findAdminDataDir(ownEnv);
  const found = readRunningService(dataDir);
  // A DATABASE_URL in this terminal names another installation, unless the service has the same.
  const usesSameDatabase = ownEnv.DATABASE_URL === undefined || ownEnv.DATABASE_URL === found.databaseUrl;
  const isAlive = found.pid !== undefined && isProcessAlive(found.pid);
  const service = isAlive && usesSameDatabase ? found : undefined;
  const databaseUrl = ownEnv.DATABASE_URL ?? service?.databaseUrl;
  const usesExternalDatabase = service
    ? service.variables?.includes('DATABASE_URL')
    : ownEnv.DATABASE_URL !== undefined;
  const env = service?.settings ? { ...withoutEmpty(service.settings), ...secretsOf(ownEnv) } : ownEnv;
  return {
    // `service.settings` has no DATABASE_URL, because that is a secret.
    env: usesExternalDatabase ? { ...env, DATABASE_URL: databaseUrl } : env,
    variables: service?.variables ?? Object.keys(source),
    secretFiles,
    databaseUrl,
    isEmbedded: !usesExternalDatabase && dataDir !== undefined,
    dataDir,
    service,
    endedPid: usesSameDatabase && !isAlive ? found.pid : undefined,
    problems,
  };
}

/**
 * The id of the running service. If no service runs: INSTALLATION_ID of this terminal, or else the id in DATA_DIR.
 * Null if there is none, because doctor creates no id.
 */
export function findInstallation({ env, service, dataDir, isEmbedded }: Surroundings): string | null {
  if (service) return service.installationId ?? null;
  if (env.INSTALLATION_ID) return env.INSTALLATION_ID;
  const folder = isEmbedded ? dataDir : env.DATA_DIR;
  return (folder && findInstallationId(folder)) ?? null;
}

const withoutEmpty = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));

/** The secrets of this terminal, because `service.settings` has no secrets. */
const secretsOf = ({ DATABASE_OWNER_URL, APP_SECRET }: Environment): Environment =>
  withoutEmpty({ DATABASE_OWNER_URL, APP_SECRET });
