import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isBuilt } from '@crewboard/build-info';
import { adminCommandFor, resolveDataLocation } from '@crewboard/db/data-location';
import type { Runtime } from '../../../../scripts/supervisor/runtime.mjs';
import { readAdminEnv } from '../env.ts';

/**
 * The folder in which `npm start` has `.data`, and from which relative paths of DATA_DIR begin. Null for a built
 * program, which is in no project.
 */
const projectRoot = isBuilt ? null : path.join(import.meta.dirname, '../../../..');

/** The image starts programs by its command `crewboard` (`deploy/crewboard.sh`), which gives Node this title. */
const isInImage = process.title === 'crewboard';
const builtCommandOf = (program: string) => (isInImage ? `crewboard ${program}` : `node ${program}.js`);

/** The beginning of a command line of `admin`. */
export const adminCommand = isBuilt ? builtCommandOf('admin') : adminCommandFor(undefined);
/** The same for commands that are to be copied: they are for this installation. */
export const adminCommandHere = (): string =>
  isBuilt ? adminCommand : adminCommandFor(process.env.DATA_DIR ? findAdminDataDir(process.env) : undefined);
export const migrateCommand = isBuilt ? builtCommandOf('migrate') : 'node apps/api/dist/migrate.js';

type Environment = Record<string, unknown> & { DATA_DIR?: string | undefined };

/** DATA_DIR, or else its default; undefined if neither is known. */
export function findAdminDataDir(
  env: Environment = readAdminEnv(),
  root: string | null = projectRoot,
): string | undefined {
  if (!root && !env.DATA_DIR) return undefined;
  return resolveDataLocation(root ?? process.cwd(), env).dataDir;
}

/** The folder of the embedded database. Throws if it is not known. */
export function adminDataDir(): string {
  const folder = findAdminDataDir();
  if (!folder) throw new Error('DATA_DIR is not set.');
  return folder;
}

/**
 * The content of `runtime.json` in DATA_DIR, the lock of the running `npm start` or `admin restore`; empty if the file
 * cannot be read.
 */
export type RunningService = Partial<Runtime>;

/** Reads `runtime.json`. The process that it names may have been killed: check with `isProcessAlive`. */
export function readRunningService(dataDir: string | undefined = findAdminDataDir()): RunningService {
  if (!dataDir) return {};
  try {
    return JSON.parse(readFileSync(path.join(dataDir, 'runtime.json'), 'utf8'));
  } catch {
    return {};
  }
}

export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM means that the process exists and belongs to another user.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
