import { mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readAppSecrets } from './app-secret.mjs';

const given = 'a secret of the tests, long enough for them';
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'crewboard-secret-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const read = (env: Record<string, string> = {}) => readAppSecrets({ NODE_ENV: 'test', ...env }, folder);

it('creates a secret once, and another one when the file was renamed to the previous one', () => {
  const { APP_SECRET: first } = read();
  expect(read()).toEqual({ APP_SECRET: first, APP_SECRET_PREVIOUS: undefined });
  expect(statSync(join(folder, 'app-secret')).mode & 0o777).toBe(0o600);
  renameSync(join(folder, 'app-secret'), join(folder, 'app-secret-previous'));
  const replaced = read();
  expect(replaced).toEqual({ APP_SECRET: expect.stringMatching(/^.{43}$/), APP_SECRET_PREVIOUS: first });
  expect(replaced.APP_SECRET).not.toBe(first);
  expect(read()).toEqual(replaced);
});

it('reads both from the environment, and names the one that is too short', () => {
  expect(read({ APP_SECRET: given, APP_SECRET_PREVIOUS: `former ${given}` })).toEqual({
    APP_SECRET: given,
    APP_SECRET_PREVIOUS: `former ${given}`,
  });
  expect(() => read({ APP_SECRET: given, APP_SECRET_PREVIOUS: 'short' })).toThrow(
    'APP_SECRET_PREVIOUS must have at least 32 characters.',
  );
  writeFileSync(join(folder, 'app-secret-previous'), 'short');
  expect(read).toThrow(/The secret in .*app-secret-previous is damaged/);
});

it('accepts the renamed file beside an APP_SECRET from the environment', () => {
  const { APP_SECRET: first } = read();
  renameSync(join(folder, 'app-secret'), join(folder, 'app-secret-previous'));
  expect(read({ APP_SECRET: given })).toEqual({ APP_SECRET: given, APP_SECRET_PREVIOUS: first });
});

it('rejects two different previous secrets, and reads no file with a database of its own', () => {
  writeFileSync(join(folder, 'app-secret-previous'), `kept ${given}`);
  expect(() => read({ APP_SECRET_PREVIOUS: `former ${given}` })).toThrow(
    /^APP_SECRET_PREVIOUS is set, and .*app-secret-previous has another secret\./,
  );
  expect(read({ APP_SECRET_PREVIOUS: `kept ${given}` }).APP_SECRET_PREVIOUS).toBe(`kept ${given}`);
  const DATABASE_URL = 'postgresql://database/crewboard';
  expect(read({ APP_SECRET: given, DATABASE_URL }).APP_SECRET_PREVIOUS).toBeUndefined();
});
