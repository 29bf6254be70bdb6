import { readFile } from 'node:fs/promises';

/** A file beside the cluster, of which PostgreSQL knows nothing. */
export class PasswordFileError extends Error {}

/**
 * Why this process cannot read or write the file, and what to do. The files belong to the user of this process, not to that of
 * PostgreSQL; what may be done about a mounted one depends on the mount.
 */
export function explainFileError(file: string, error: NodeJS.ErrnoException): string {
  const user = `The user of this process (uid ${process.getuid?.()})`;
  const isWritten = error.path !== undefined && error.path !== file;
  if (error.code === 'ENOENT') return `${file} is missing: put that file back from a backup.`;
  if (error.code !== 'EACCES')
    return `${file} cannot be ${isWritten ? 'written' : 'read'}: ${error.message}.`;
  if (isWritten) return `${user} may not write to the folder of ${file}. Let it write there.`;
  return `${user} may not read ${file}. Let it, or a group of it, read the file; the owner and mode of a mounted file are set where it is mounted.`;
}

/** Runs what reads or writes the file. */
export function withPasswordFile<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  return work().catch((cause: NodeJS.ErrnoException) => {
    throw new PasswordFileError(explainFileError(file, cause), { cause });
  });
}

export const readPassword = (file: string): Promise<string> =>
  withPasswordFile(file, async () => (await readFile(file, 'utf8')).trim());
