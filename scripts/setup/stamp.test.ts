import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fingerprint, listSources } from './stamp.mjs';

test('what a build, an installation and npm pack write beside the sources changes no fingerprint', () => {
  const folder = mkdtempSync(join(tmpdir(), 'crewboard-stamp-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (path: string, text = '') => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  write('api/src/main.ts');
  write('api/package.json');
  const before = fingerprint(listSources(folder));
  for (const made of [
    'dist/main.js',
    '.next/BUILD_ID',
    'node_modules/x/index.js',
    'LICENSE',
    'next-env.d.ts',
  ])
    write(`api/${made}`);
  write('db/src/generated/client.ts');
  expect(listSources(folder)).toEqual(
    ['api/package.json', 'api/src/main.ts'].map((path) => join(folder, path)),
  );
  expect(fingerprint(listSources(folder))).toBe(before);
  write('api/src/main.ts', 'changed');
  expect(fingerprint(listSources(folder))).not.toBe(before);
});
