type FileSystem = typeof import('node:fs/promises');

/** The paths that this process has locked. */
const locked = new Set<string>();

/**
 * Locks a file for this process and returns a function that unlocks it. Throws if another process, or this one, has
 * locked it. Replaces the lock of a process that no longer runs, also if this process has its id now.
 *
 * The lock is the folder `PATH.lock` with one entry, which is named after the process id. A rename creates both at
 * once, and fails if the folder already has an entry. Entry names are unique, so that removing the entry of a dead
 * process removes no other.
 */
export async function lockFile(fs: FileSystem, path: string): Promise<() => Promise<void>> {
  if (locked.has(path)) throw lockedError(path, process.pid);
  locked.add(path);
  const folder = `${path}.lock`;
  const entry = `${process.pid}.${crypto.randomUUID()}`;
  try {
    const prepared = await fs.mkdtemp(`${folder}-`);
    try {
      await fs.writeFile(`${prepared}/${entry}`, '');
      do await removeStale(fs, path, folder);
      while (!(await tryRename(fs, prepared, folder)));
    } finally {
      await fs.rm(prepared, { recursive: true, force: true });
    }
  } catch (error) {
    locked.delete(path);
    throw error;
  }
  return async () => {
    locked.delete(path);
    await fs.rm(`${folder}/${entry}`, { force: true });
    await removeEmpty(fs, folder);
  };
}

/** Removes the locks of dead processes. Throws if a running process has the lock. */
async function removeStale(fs: FileSystem, path: string, folder: string): Promise<void> {
  for (const { pid, entry } of await readOwners(fs, folder)) {
    if (pid !== process.pid && isRunning(pid)) throw lockedError(path, pid);
    await fs.unlink(entry).catch(ignoreReplaced);
  }
  await removeEmpty(fs, folder);
}

async function readOwners(fs: FileSystem, folder: string): Promise<{ pid: number; entry: string }[]> {
  try {
    const names = await fs.readdir(folder);
    return names.map((name) => ({ pid: Number.parseInt(name, 10), entry: `${folder}/${name}` }));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    if (!hasCode(error, 'ENOTDIR')) throw error;
    // Version 0.5.0 locked with a file instead of a folder, which contains the process id.
    const text = await fs.readFile(folder, 'utf8').catch(ignoreReplaced);
    return text === undefined ? [] : [{ pid: Number.parseInt(text, 10), entry: folder }];
  }
}

/**
 * Ignores that another process has removed the entry, or has replaced the file of version 0.5.0 with its folder. The
 * folder must stay, so the caller uses `unlink`, not `rm`; the next rename fails on it.
 */
function ignoreReplaced(error: unknown): undefined {
  if (!hasCode(error, 'ENOENT', 'EISDIR')) throw error;
}

async function removeEmpty(fs: FileSystem, folder: string): Promise<void> {
  await fs.rmdir(folder).catch((error) => {
    // Another process has removed or replaced it.
    if (!hasCode(error, 'ENOENT', 'ENOTEMPTY', 'EEXIST')) throw error;
  });
}

/** Renames a folder, over an empty one too. False if the target exists and is not empty. */
async function tryRename(fs: FileSystem, from: string, to: string): Promise<boolean> {
  try {
    await fs.rename(from, to);
    return true;
  } catch (error) {
    // Windows never replaces a folder, and only reports EPERM.
    const isTaken = hasCode(error, 'ENOTEMPTY', 'EEXIST', 'ENOTDIR', ...(isWindows() ? ['EPERM'] : []));
    if (!isTaken) throw error;
    return false;
  }
}

const isWindows = () => process.platform === 'win32';

const hasCode = (error: unknown, ...codes: string[]): boolean =>
  codes.includes((error as NodeJS.ErrnoException).code ?? '');

const lockedError = (path: string, pid: number): Error =>
  new Error(
    `Process ${pid} uses ${path}: each worker needs a file of its own. If that process is no worker, delete ${path}.lock.`,
  );

/** Signal 0 only checks. EPERM: the process runs as another user. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}
