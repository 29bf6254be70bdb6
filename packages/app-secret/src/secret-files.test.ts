import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { explainUnreadable, loadSecretFiles, SECRETS } from './secret-files.mjs';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'crewboard-secrets-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function fileWith(content: string): string {
  const file = path.join(folder, 'secret');
  writeFileSync(file, content);
  return file;
}

it.each(SECRETS)('reads %s from the file that its _FILE names', (name) => {
  const env = { [`${name}_FILE`]: fileWith('s3cret'), OTHER: 'x' };
  expect(loadSecretFiles(env)).toEqual({ [name]: 's3cret', OTHER: 'x' });
  expect(loadSecretFiles(env)).toEqual({ [name]: 's3cret', OTHER: 'x' });
});

it.each([
  ['s3cret\n', 's3cret'],
  ['s3cret\r\n', 's3cret'],
  [' s3cret \n\n', ' s3cret \n'],
])('removes one line break from the end of %j', (content, secret) => {
  expect(loadSecretFiles({ APP_SECRET_FILE: fileWith(content) })).toEqual({ APP_SECRET: secret });
});

it('rejects a secret that is given in both ways, and counts an empty variable as unset', () => {
  const APP_SECRET_FILE = fileWith('s3cret');
  expect(() => loadSecretFiles({ APP_SECRET: 'other', APP_SECRET_FILE })).toThrow(
    /^APP_SECRET and APP_SECRET_FILE are both set\. Unset one of them\.$/,
  );
  expect(loadSecretFiles({ APP_SECRET: '', APP_SECRET_FILE })).toEqual({ APP_SECRET: 's3cret' });
  expect(loadSecretFiles({ APP_SECRET: 'other', APP_SECRET_FILE: '' }).APP_SECRET).toBe('other');
});

it('says what to do where this process may not read the file', () => {
  const message = `EACCES: permission denied, open '/run/secrets/app-secret'`;
  expect(explainUnreadable(Object.assign(new Error(message), { code: 'EACCES' }))).toBe(
    `the file cannot be read (${message}). Let the user of this process (uid ${process.getuid?.()}), or a group of it, read the file; the owner and mode of a mounted file are set where it is mounted.`,
  );
});

it('names the variable and the file when the file is missing or empty', () => {
  const missing = path.join(folder, 'missing');
  expect(() => loadSecretFiles({ METRICS_TOKEN_FILE: missing })).toThrow(
    new RegExp(`^METRICS_TOKEN_FILE: the file cannot be read .*${missing}`),
  );
  const empty = fileWith('\n');
  expect(() => loadSecretFiles({ METRICS_TOKEN_FILE: empty })).toThrow(
    `METRICS_TOKEN_FILE: the file ${empty} is empty.`,
  );
});
