import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMMIT_FILE, readGitCommit, shortCommit } from '../../packages/build-info/src/commit.mjs';
import { projectRoot } from './project.mjs';

/** The folders of the built programs. */
const PROGRAMS = ['apps/api/dist', 'apps/web/.next/standalone/apps/web'];

/** Returns CREWBOARD_COMMIT, for a tree without .git, or the commit that is checked out; null if neither is known. */
export function findCommit(env = process.env) {
  return shortCommit(env.CREWBOARD_COMMIT ?? '') ?? readGitCommit(projectRoot);
}

/**
 * Writes the commit beside the built programs. Call it after each build, because a build from a cache was made at an
 * earlier commit with the same sources.
 */
export function writeCommit() {
  const content = findCommit() ?? '';
  for (const folder of PROGRAMS.map((path) => join(projectRoot, path)).filter(existsSync)) {
    const file = join(folder, COMMIT_FILE);
    if (!existsSync(file) || readFileSync(file, 'utf8') !== content) writeFileSync(file, content);
  }
}

// The end of `pnpm build`.
if (process.argv[1] === import.meta.filename) writeCommit();
