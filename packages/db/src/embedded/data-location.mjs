// Plain JavaScript: `npm start` imports it before anything is installed, on any Node.
import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** The folder for the data of root, if the user of the database may not enter the configured folder. */
export const SHARED_HOME = '/var/lib/crewboard';

/** Whether any user may enter the folder with its parents. Those that do not exist count: see `createDataDir`. */
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
  // The folder itself is opened by `locateCluster`.
  if (process.getuid?.() !== 0 || isOpenToEveryone(dirname(configured))) return { dataDir: configured };
  const dataDir = env.DATA_DIR ? join(SHARED_HOME, configured.slice(1).replaceAll('/', '-')) : SHARED_HOME;
  return { dataDir, movedFrom: configured };
}

/**
 * Creates the folder and its missing parents. As root, lets any user enter those that it creates: a umask such as 077
 * would lock the user of the database out.
 */
export function createDataDir(dataDir) {
  const first = mkdirSync(dataDir, { recursive: true });
  if (first === undefined || process.getuid?.() !== 0) return;
  for (let folder = resolve(dataDir); folder.length >= first.length; folder = dirname(folder))
    chmodSync(folder, statSync(folder).mode | 0o001);
}

/**
 * The beginning of a command line of `admin` for the installation in this folder. Undefined: the default folder, in
 * which `admin` looks without DATA_DIR.
 */
export function adminCommandFor(dataDir) {
  const admin = 'npm run -s admin --';
  return dataDir === undefined ? admin : `DATA_DIR='${dataDir.replaceAll("'", String.raw`'\''`)}' ${admin}`;
}
