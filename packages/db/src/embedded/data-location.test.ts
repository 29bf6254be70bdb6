import { chmod, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { adminCommandFor, createDataDir, resolveDataLocation } from './data-location.mjs';

let project: string;

beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), 'crewboard-location-'));
  await chmod(project, 0o755);
});

afterEach(async () => {
  vi.restoreAllMocks();
  await rm(project, { recursive: true });
});

test('uses .data of the project, or DATA_DIR relative to the project', () => {
  expect(resolveDataLocation(project, {})).toEqual({ dataDir: join(project, '.data') });
  expect(resolveDataLocation(project, { DATA_DIR: 'here' })).toEqual({ dataDir: join(project, 'here') });
  expect(resolveDataLocation(project, { DATA_DIR: '/srv/crew' })).toEqual({ dataDir: '/srv/crew' });
});

describe('in a folder that only its owner may enter', () => {
  let closed: string;

  beforeEach(async () => {
    closed = join(project, 'closed');
    await mkdir(closed, { mode: 0o700 });
  });

  test("moves root's data to /var/lib/crewboard and returns the folder that it replaces", () => {
    vi.spyOn(process, 'getuid').mockReturnValue(0);
    expect(resolveDataLocation(closed, {})).toEqual({
      dataDir: '/var/lib/crewboard',
      movedFrom: join(closed, '.data'),
    });
  });

  test('gives each DATA_DIR in it a folder of its own', () => {
    vi.spyOn(process, 'getuid').mockReturnValue(0);
    const { dataDir, movedFrom } = resolveDataLocation(project, { DATA_DIR: join(closed, 'mine') });
    expect(dataDir).toBe(`/var/lib/crewboard/${closed.slice(1).replaceAll('/', '-')}-mine`);
    expect(movedFrom).toBe(join(closed, 'mine'));
  });

  test('leaves the data of an ordinary user in place', () => {
    vi.spyOn(process, 'getuid').mockReturnValue(1000);
    expect(resolveDataLocation(closed, {})).toEqual({ dataDir: join(closed, '.data') });
  });
});

test('lets the database user enter the folders that it creates as root, with any umask, and no others', async () => {
  vi.spyOn(process, 'getuid').mockReturnValue(0);
  const closed = join(project, 'closed');
  await mkdir(closed, { mode: 0o700 });
  const umask = process.umask(0o077);
  try {
    createDataDir(join(closed, 'new/data'));
  } finally {
    process.umask(umask);
  }
  const modes = ['', 'new', 'new/data'].map(
    async (folder) => (await stat(join(closed, folder))).mode & 0o777,
  );
  expect(await Promise.all(modes)).toEqual([0o700, 0o701, 0o701]);
});

test('names DATA_DIR in commands, quoted for the shell, unless it is the default', () => {
  expect(adminCommandFor(undefined)).toBe('npm run -s admin --');
  expect(adminCommandFor("/srv/Ada's data")).toBe(
    String.raw`DATA_DIR='/srv/Ada'\''s data' npm run -s admin --`,
  );
});
