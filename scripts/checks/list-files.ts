import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Lists the files below the working directory that git does not ignore, including files that are not committed yet. */
export function listFiles(...folders: string[]): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z', '--', ...folders];
  const files = execFileSync('git', args, { encoding: 'utf8' }).split('\0').filter(Boolean);
  // Leave out removed files, which git lists until their removal is staged.
  return [...new Set(files)].filter((file) => existsSync(file));
}
