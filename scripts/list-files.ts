import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');

/** The files of the project that git does not ignore, also those not committed yet, relative to its root. */
export function listFiles(...folders: string[]): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z', '--', ...folders];
  const files = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean);
  // Git lists a file that was removed until the removal is staged.
  return [...new Set(files)].filter((file) => existsSync(path.join(root, file)));
}
