// Plain JavaScript: `npm start` imports it before anything is installed, on any Node.
import { statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** The folder for the data of root, if the user of the database may not enter the configured folder. */
export const SHARED_HOME = '/var/lib/crewboard';

/** Whether any user may enter the folder, or its nearest parent that exists. */
export function isOpenToEveryone(folder) {
  const stats = statSync(folder, { throwIfNoEntry: false });
  const isOpen = !stats || (stats.mode & 0o001) !== 0;
  return isOpen && (folder === dirname(folder) || isOpenToEveryone(dirname(folder)));
}

/**
 * The folder of the data: DATA_DIR, by default `.data` in the project. PostgreSQL does not run as root, so the data of
 * root must be in a folder that any user may enter. If it is not in the configured folder, `movedFrom` names that.
 */
export function resolveDataLocation(projectRoot, env = process.env) {
  const configured = resolve(projectRoot, env.DATA_DIR || '.data');
  if (process.getuid?.() !== 0 || isOpenToEveryone(dirname(configured))) return { dataDir: configured };
  const dataDir = env.DATA_DIR ? join(SHARED_HOME, configured.slice(1).replaceAll('/', '-')) : SHARED_HOME;
  return { dataDir, movedFrom: configured };
}

/**
 * The beginning of a command line of `admin` for the installation in this folder. Undefined: the default folder, in
 * which `admin` looks without DATA_DIR.
 */
export function adminCommandFor(dataDir) {
  const admin = 'npm run -s admin --';
  return dataDir === undefined ? admin : `DATA_DIR='${dataDir.replaceAll("'", String.raw`'\''`)}' ${admin}`;
}
