import path from 'node:path';
import { loadSecretFiles, SECRETS } from '@crewboard/app-secret/secret-files';
import { findInstallationId } from '@crewboard/db/inspect';
import { findAdminDataDir, isRunning, type RunningService, runningService } from '../running-service.ts';
import { failure, type Result } from './finding.ts';

export type Environment = Record<string, string | undefined>;

/** What the checks look at: the running `npm start`, or else the environment of this terminal or container. */
export type Surroundings = {
  /** The settings, secrets included where this terminal has them; empty ones are left out. */
  env: Environment;
  /** The names of all variables that are set where the settings are. */
  variables: string[];
  /** The files that secrets are given as. */
  secretFiles: string[];
  databaseUrl: string | undefined;
  /** Whether the database is that of `npm start`. */
  isEmbedded: boolean;
  dataDir: string | undefined;
  /** `npm start` on this DATA_DIR and database; undefined if none runs. */
  service: RunningService | undefined;
  /** Of a service that ended without removing its file. */
  endedPid: number | undefined;
  /** What keeps settings from being read. */
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
  const found = runningService(dataDir);
  const isOfDatabase = ownEnv.DATABASE_URL === undefined || ownEnv.DATABASE_URL === found.databaseUrl;
  const isAlive = found.pid !== undefined && isRunning(found.pid);
  const service = isAlive && isOfDatabase ? found : undefined;
  const databaseUrl = ownEnv.DATABASE_URL ?? service?.databaseUrl;
  const usesExternal = service
    ? service.variables?.includes('DATABASE_URL')
    : ownEnv.DATABASE_URL !== undefined;
  const env = service?.settings ? { ...withoutEmpty(service.settings), ...secretsOf(ownEnv) } : ownEnv;
  return {
    env: usesExternal ? { ...env, DATABASE_URL: databaseUrl } : env,
    variables: service?.variables ?? Object.keys(source),
    secretFiles,
    databaseUrl,
    isEmbedded: !usesExternal && dataDir !== undefined,
    dataDir,
    service,
    endedPid: isOfDatabase && !isAlive ? found.pid : undefined,
    problems,
  };
}

/** INSTALLATION_ID, or that of the service or of DATA_DIR. Creates none. */
export function findInstallation({ env, service, dataDir, isEmbedded }: Surroundings): string | null {
  if (service) return service.installationId ?? null;
  if (env.INSTALLATION_ID) return env.INSTALLATION_ID;
  const folder = isEmbedded ? dataDir : env.DATA_DIR;
  return (folder && findInstallationId(folder)) ?? null;
}

const withoutEmpty = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));

/** What the file of the service does not have. */
const secretsOf = ({ DATABASE_OWNER_URL, APP_SECRET }: Environment): Environment =>
  withoutEmpty({ DATABASE_OWNER_URL, APP_SECRET });
