import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readGitCommit, shortCommit } from './commit.mjs';

describe('shortCommit', () => {
  it('is the first 12 digits of an id, in lower case', () => {
    expect(shortCommit(`${'ABCDEF0123456789'.repeat(2)}01234567\n`)).toBe('abcdef012345');
    expect(shortCommit('abcdef0')).toBe('abcdef0');
  });

  it.each(['', '\n', 'main', 'abcdef', 'abcdef0 dirty', '"><script>'])('is null for %j', (text) => {
    expect(shortCommit(text)).toBeNull();
  });
});

describe('readGitCommit', () => {
  let folder: string;
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' });
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'crewboard-commit-'));
    git('init', '--quiet');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is null in a checkout without a commit', () => {
    expect(readGitCommit(folder)).toBeNull();
  });

  it('is the commit that is checked out, and not that of a folder above', () => {
    git('-c', 'user.name=A', '-c', 'user.email=a@crewboard.test', 'commit', '-q', '--allow-empty', '-m', 'a');
    expect(readGitCommit(folder)).toBe(git('rev-parse', 'HEAD').slice(0, 12));
    const inside = path.join(folder, 'unpacked');
    mkdirSync(inside);
    expect(readGitCommit(inside)).toBeNull();
    writeFileSync(path.join(inside, '.git'), 'gitdir: /no/such/folder\n');
    expect(readGitCommit(inside)).toBeNull();
  });

  it('is null without git', () => {
    vi.stubEnv('PATH', '/no/such/folder');
    try {
      expect(readGitCommit(folder)).toBeNull();
    } finally {
      vi.unstubAllEnvs();
    }
  });
});
