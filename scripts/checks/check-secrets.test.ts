import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createToken } from '../../apps/api/src/auth/tokens.ts';
import { examples } from './secret-examples.ts';

let repository: string;
beforeEach(async () => {
  repository = await mkdtemp(join(tmpdir(), 'crewboard-secrets-'));
  execFileSync('git', ['init', '--quiet'], { cwd: repository });
});
afterEach(() => rm(repository, { recursive: true, force: true }));

const script = join(import.meta.dirname, 'check-secrets.ts');

/** Runs the check in a repository with these lines. */
async function check(...lines: string[]): Promise<{ status: number | null; printed: string }> {
  await writeFile(join(repository, 'notes.md'), `${lines.join('\n')}\n`);
  return runCheck();
}

function runCheck(): { status: number | null; printed: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], {
    cwd: repository,
    encoding: 'utf8',
  });
  return { status, printed: stdout + stderr };
}

// Built from parts, so that the check does not report this file.
const keyLine = (place: string) => ['-----', place, ' RSA PRIVATE', ' KEY-----'].join('');
const secrets: [kind: string, secret: string][] = [
  ['token of Crewboard', createToken('agent').token],
  ['token of Crewboard', createToken('team').token],
  ['secret of a webhook', `whsec_${Buffer.alloc(32, 7).toString('base64')}`],
  ['private key', [keyLine('BEGIN'), 'MIIEpAIBAAKCAQEA'.repeat(20), keyLine('END')].join('\n')],
  ['AWS Secret Access Key', ['AWS_SECRET_ACCESS_KEY', 'wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKE1zz'].join('=')],
  ['GitHub Token', ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_')],
];

test('fails on secrets of each kind, and prints their places but not their values', async () => {
  for (const [index, [, secret]] of secrets.entries())
    await writeFile(join(repository, `notes${index}.md`), `# Notes\nHere: ${secret}\n`);
  const { status, printed } = runCheck();
  for (const [index, [kind, secret]] of secrets.entries()) {
    expect(printed).toMatch(new RegExp(`^notes${index}\\.md:[23] .*${kind}`, 'm'));
    expect(printed).not.toContain(secret.split(/[=\n]/).find((part) => !/^(AWS|-----)/.test(part)));
  }
  expect(status).toBe(1);
});

test('accepts the listed examples, tokens with a wrong checksum and shortened secrets', async () => {
  const { token } = createToken('agent');
  const wrong = `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`;
  const result = await check(wrong, 'cb_agent_…', 'whsec_…', ...examples.map(({ value }) => value));
  expect(result).toEqual({ status: 0, printed: '' });
});

test('checks files that are not committed yet, and skips ignored ones', async () => {
  const { token } = createToken('team');
  await writeFile(join(repository, '.gitignore'), 'private.txt\n');
  await writeFile(join(repository, 'private.txt'), token);
  expect((await check('nothing')).status).toBe(0);
  expect((await check(token)).status).toBe(1);
});
