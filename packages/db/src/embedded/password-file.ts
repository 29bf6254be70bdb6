import { readFile } from 'node:fs/promises';

/** An error of a file beside the cluster, which the log of PostgreSQL does not explain. */
export class PasswordFileError extends Error {}

/**
 * Says why this process cannot read or write the file, and what to do. The file belongs to the user of this process,
 * not to that of PostgreSQL. The remedy for a mounted file depends on the mount.
 */
export function explainFileError(file: string, error: NodeJS.ErrnoException): string {
  const user = `The user of this process (uid ${process.getuid?.()})`;
  // A new password is written to a draft beside the file, and so to another path.
  const isWritten = error.path !== undefined && error.path !== file;
  if (error.code === 'ENOENT') return `${file} is missing: put that file back from a backup.`;
  if (error.code !== 'EACCES')
    return `${file} cannot be ${isWritten ? 'written' : 'read'}: ${error.message}.`;
  if (isWritten) return `${user} may not write to the folder of ${file}. Let it write there.`;
  return `${user} may not read ${file}. Let it, or a group of it, read the file; the owner and mode of a mounted file are set where it is mounted.`;
}

/** Runs work that reads or writes the file. Throws PasswordFileError when it fails. */
export function withPasswordFile<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  return work().catch((cause: NodeJS.ErrnoException) => {
    throw new PasswordFileError(explainFileError(file, cause), { cause });
  });
}

export const readPassword = (file: string): Promise<string> =>
  withPasswordFile(file, async () => (await readFile(file, 'utf8')).trim());
