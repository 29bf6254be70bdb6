import { readFileSync } from 'node:fs';
import path from 'node:path';
import rootPackage from '../../../package.json' with { type: 'json' };
import { COMMIT_FILE, readGitCommit, shortCommit } from './commit.mjs';

/** Whether this is a built program, and not one that runs from its sources. */
export const isBuilt = !import.meta.filename?.endsWith('.ts');

/** `commit` is null when neither the build nor git knows it. */
export type Build = { version: string; commit: string | null };

/** The build that this process runs, read once. */
export const build: Build = { version: rootPackage.version, commit: readCommit() };

/** The build as text for people: "0.2.0 (1a2b3c4d5e6f)". */
export const buildText = `${build.version} (${build.commit ?? 'unknown commit'})`;

/** Reads the file beside a built program. A program that runs from its sources asks git. */
function readCommit(): string | null {
  const program = path.dirname(process.argv[1] ?? '');
  try {
    return shortCommit(readFileSync(path.join(program, COMMIT_FILE), 'utf8'));
  } catch {
    return isBuilt ? null : readGitCommit(path.join(import.meta.dirname, '../../..'));
  }
}
