// Plain JavaScript: `npm start` imports it before anything is installed, on any Node.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The file with the commit beside a built program; empty if the build did not know the commit. */
export const COMMIT_FILE = '.commit';

/** The first 12 digits of a commit id, in lower case; null if `text` is none. */
export function shortCommit(text) {
  const id = text.trim().toLowerCase();
  return /^[0-9a-f]{7,64}$/.test(id) ? id.slice(0, 12) : null;
}

/** The commit that is checked out in `folder`; null if that is not the root of a checkout, or git cannot read it. */
export function readGitCommit(folder) {
  // Without this check, git would read the repository of a folder above.
  if (!existsSync(join(folder, '.git'))) return null;
  try {
    const options = { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
    return shortCommit(execFileSync('git', ['rev-parse', 'HEAD'], options));
  } catch {
    return null;
  }
}
