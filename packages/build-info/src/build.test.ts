import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { COMMIT_FILE, readGitCommit } from './commit.mjs';

const root = path.join(import.meta.dirname, '../../..');
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'crewboard-build-'));
  const source = `import { build, buildText } from ${JSON.stringify(path.join(import.meta.dirname, 'index.ts'))};
    console.log(JSON.stringify({ ...build, buildText }));`;
  writeFileSync(path.join(folder, 'program.mjs'), source);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What a program with this file beside it prints. */
function run(commitFile?: string) {
  if (commitFile !== undefined) writeFileSync(path.join(folder, COMMIT_FILE), commitFile);
  return JSON.parse(execFileSync(process.execPath, [path.join(folder, 'program.mjs')], { encoding: 'utf8' }));
}

it('has the version of the project, and asks git for the commit where no build has written it', () => {
  const commit = readGitCommit(root);
  expect(run()).toEqual({ version, commit, buildText: `${version} (${commit ?? 'unknown commit'})` });
});

it('has the commit that the build has written beside the program', () => {
  expect(run('1a2b3c4d5e6f')).toMatchObject({
    commit: '1a2b3c4d5e6f',
    buildText: `${version} (1a2b3c4d5e6f)`,
  });
});

it('has no commit where the build knew none', () => {
  expect(run('')).toMatchObject({ commit: null, buildText: `${version} (unknown commit)` });
});
