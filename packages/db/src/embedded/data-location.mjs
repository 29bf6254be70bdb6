// Plain JavaScript: `npm start` asks before anything is installed, on any Node.
import { statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** What root keeps for the database's own user when a folder is closed to that user. */
export const SHARED_HOME = '/var/lib/crewboard';

/** Whether any user may enter the folder, or its nearest parent that exists. */
export function isOpenToEveryone(folder) {
  const stats = statSync(folder, { throwIfNoEntry: false });
  const isOpen = !stats || (stats.mode & 0o001) !== 0;
  return isOpen && (folder === dirname(folder) || isOpenToEveryone(dirname(folder)));
}

/**
 * The folder that holds the data: DATA_DIR, by default `.data` in the project. PostgreSQL refuses to run as
 * root, so root's data lies where any user may enter; `movedFrom` then names the folder that was meant.
 */
export function resolveDataLocation(projectRoot, env = process.env) {
  const wanted = resolve(projectRoot, env.DATA_DIR || '.data');
  if (process.getuid?.() !== 0 || isOpenToEveryone(dirname(wanted))) return { dataDir: wanted };
  const dataDir = env.DATA_DIR ? join(SHARED_HOME, wanted.slice(1).replaceAll('/', '-')) : SHARED_HOME;
  return { dataDir, movedFrom: wanted };
}
