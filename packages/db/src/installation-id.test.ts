import { cpSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readInstallationId } from './installation-id.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'crewboard-installation-'));
});
afterEach(() => rmSync(root, { recursive: true }));

it('stays the same in its folder, and a copy of the folder has another one', () => {
  const own = join(root, 'own');
  const id = readInstallationId(own);
  expect(id).toMatch(/^data-[0-9a-f]{32}$/);
  expect(readInstallationId(own)).toBe(id);
  cpSync(own, join(root, 'copy'), { recursive: true });
  expect(readInstallationId(join(root, 'copy'))).not.toBe(id);
  expect(readInstallationId(own)).toBe(id);
});

it('is the same again once a moved folder is back', () => {
  const own = join(root, 'own');
  const id = readInstallationId(own);
  renameSync(own, join(root, 'moved'));
  expect(readInstallationId(join(root, 'moved'))).not.toBe(id);
  renameSync(join(root, 'moved'), own);
  expect(readInstallationId(own)).toBe(id);
});

it('rejects a damaged file and does not replace it', () => {
  writeFileSync(join(root, 'installation-id'), '');
  expect(() => readInstallationId(root)).toThrow(/damaged/);
  expect(() => readInstallationId(root)).toThrow(/damaged/);
});
