import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isBuilt } from '@crewboard/build-info';
import { resolveDataLocation } from '@crewboard/db/data-location';
import { readAdminEnv } from '../env.ts';

/** Where `npm start` keeps its data by default. A built program stands in no project. */
const projectRoot = isBuilt ? undefined : path.join(import.meta.dirname, '../../../..');

/** What the commands of `admin` begin with. */
export const adminProgram = isBuilt ? 'node admin.js' : 'npm run -s admin --';

type Environment = Record<string, unknown> & { DATA_DIR?: string | undefined };

/** Undefined where no folder is known. */
export function findAdminDataDir(env: Environment = readAdminEnv()): string | undefined {
  const folder = projectRoot ?? env.DATA_DIR;
  return folder && resolveDataLocation(folder, env).dataDir;
}

/** Of the embedded database. */
export function adminDataDir(): string {
  const folder = findAdminDataDir();
  if (!folder) throw new Error('DATA_DIR is not set.');
  return folder;
}

/** What `npm start` writes into its `runtime.json`. */
export type RunningService = {
  pid?: number;
  startedAt?: string;
  databaseUrl?: string;
  webhookAllow?: string;
  installationId?: string;
  webUrl?: string;
  apiUrl?: string;
  /** The settings of its environment, without secrets. */
  settings?: Record<string, string>;
  /** The names of all variables of its environment. */
  variables?: string[];
  /** It is `admin restore`, which makes the database. */
  isRestore?: boolean;
};

/** Empty while no service runs; without `databaseUrl` while it starts. */
export function runningService(dataDir: string | undefined = findAdminDataDir()): RunningService {
  if (!dataDir) return {};
  try {
    return JSON.parse(readFileSync(path.join(dataDir, 'runtime.json'), 'utf8'));
  } catch {
    return {};
  }
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Otherwise it belongs to another user.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
