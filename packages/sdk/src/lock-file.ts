type FileSystem = typeof import('node:fs/promises');

/** The files that this process has locked. */
const locked = new Set<string>();

/**
 * Locks a file for this process, and returns what unlocks it. Throws where another process, or this one, has it locked. The lock
 * of a process that is gone, or was this one's number before, is replaced.
 *
 * The lock is a folder beside the file, with an entry that names the process. A rename puts both there at once, and only where no
 * other entry is. The name of each entry is unique, so that removing the entry of a dead process removes no other.
 */
export async function lockFile(fs: FileSystem, path: string): Promise<() => Promise<void>> {
  if (locked.has(path)) throw isUsed(path, process.pid);
  locked.add(path);
  const folder = `${path}.lock`;
  const entry = `${process.pid}.${crypto.randomUUID()}`;
  try {
    const prepared = await fs.mkdtemp(`${folder}-`);
    try {
      await fs.writeFile(`${prepared}/${entry}`, '');
      do await removeStale(fs, path, folder);
      while (!(await isMoved(fs, prepared, folder)));
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

/** Throws where a process runs that has the lock. */
async function removeStale(fs: FileSystem, path: string, folder: string): Promise<void> {
  for (const { pid, entry } of await readOwners(fs, folder)) {
    if (pid !== process.pid && isRunning(pid)) throw isUsed(path, pid);
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
    // Version 0.5.0 had a file in place of the folder, with the number of the process.
    const text = await fs.readFile(folder, 'utf8').catch(ignoreReplaced);
    return text === undefined ? [] : [{ pid: Number.parseInt(text, 10), entry: folder }];
  }
}

/**
 * Another process has removed the file, or has its folder in the place of that of version 0.5.0, which the next look finds. `rm`
 * would remove that folder.
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

/** Whether it has the place of the other folder, which was empty or not there. */
async function isMoved(fs: FileSystem, from: string, to: string): Promise<boolean> {
  try {
    await fs.rename(from, to);
    return true;
  } catch (error) {
    // Windows replaces no folder, and reports no more than that it may not.
    const isTaken = hasCode(error, 'ENOTEMPTY', 'EEXIST', 'ENOTDIR', ...(isWindows() ? ['EPERM'] : []));
    if (!isTaken) throw error;
    return false;
  }
}

const isWindows = () => process.platform === 'win32';

const hasCode = (error: unknown, ...codes: string[]): boolean =>
  codes.includes((error as NodeJS.ErrnoException).code ?? '');

const isUsed = (path: string, pid: number): Error =>
  new Error(
    `Process ${pid} uses ${path}: each worker needs a file of its own. If that process is no worker, delete ${path}.lock.`,
  );

/** Signal 0 only looks. Not permitted: it runs, as somebody else's. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}
