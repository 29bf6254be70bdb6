import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkDisk } from '../../src/cli/doctor/check-disk.ts';
import { checkVersions } from '../../src/cli/doctor/check-versions.ts';
import { readSurroundings } from '../../src/cli/doctor/surroundings.ts';
import { makeFolder, runDoctor } from './support/run-doctor.ts';

const secret = 'a secret of the tests, long enough for them';
const https = { PUBLIC_URL: 'https://board.example', TRUST_PROXY: '10.0.0.1' };
const containing = (message: string) => expect.stringContaining(message);

describe('settings', () => {
  it.each([
    [{ BACKUP_DRI: '/backups' }, 'warning', /BACKUP_DRI is no setting/],
    [{ APP_SECERT_FILE: '/secret' }, 'warning', /APP_SECERT_FILE is no setting/],
    [{ PUBLIC_URL_FILE: '/url' }, 'warning', /PUBLIC_URL_FILE has no effect: only secrets can be files/],
    [{ API_PORT: 'x' }, 'error', /^API_PORT: /],
    [{ TRUST_PROXY: 'proxy' }, 'error', /^TRUST_PROXY: .*"proxy" is none of them/],
    [{ BACKUP_EVERY: '1 day', BACKUP_DIR: '/none' }, 'error', /^BACKUP_EVERY: must be a time/],
    [{ BACKUP_KEEP: '3' }, 'error', /^BACKUP_KEEP has no effect without BACKUP_DIR/],
    [{ METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' }, 'error', /^METRICS_TOKEN: is required/],
    [{ APP_SECRET: 'short' }, 'error', /^APP_SECRET: must be a secret of at least 32 characters/],
    [
      { APP_SECRET: secret, APP_SECRET_FILE: '/secret' },
      'error',
      /APP_SECRET and APP_SECRET_FILE are both set/,
    ],
    [{ METRICS_TOKEN_FILE: '/nonexistent' }, 'error', /METRICS_TOKEN_FILE: the file cannot be read/],
    [
      { DATABASE_OWNER_URL: 'postgresql://owner@host/x' },
      'error',
      /DATABASE_OWNER_URL has no effect without/,
    ],
    [{ PUBLIC_URL: 'board.example' }, 'error', /^PUBLIC_URL: must be an http or https URL/],
    [{ NEXTAUTH_URL: 'board.example' }, 'error', /^NEXTAUTH_URL: must be an http or https URL/],
    [{ PUBLIC_URL: 'http://board.example' }, 'warning', /without https: passwords/],
    [{ PUBLIC_URL: 'https://board.example' }, 'warning', /^TRUST_PROXY is not set/],
    [{ ...https, PUBLIC_API_URL: 'http://api.example' }, 'warning', /without https: agents/],
    [{ ...https, NEXTAUTH_URL: 'https://old.example' }, 'warning', /PUBLIC_URL and NEXTAUTH_URL differ/],
    [{ HOST: '0.0.0.0' }, 'warning', /PUBLIC_URL is not set/],
    [{ ...https, HOST: '0.0.0.0', TRUST_PROXY: 'true' }, 'warning', /a client can claim any address/],
    [{ RATE_LIMIT_PER_MINUTE: '0' }, 'warning', /one client can take the whole service/],
  ])('%j: %s', async (env, level, message) => {
    const finding = {
      check: 'settings',
      level,
      message: expect.stringMatching(message),
      remedy: expect.any(String),
    };
    expect(await runDoctor(env, 'settings')).toEqual([finding]);
  });

  it('finds nothing wrong with the defaults, local addresses and a complete proxy', async () => {
    const local = { PUBLIC_URL: 'http://localhost:3000', HOST: '::1' };
    for (const env of [{}, local, { ...https, HOST: '0.0.0.0' }]) {
      expect(await runDoctor(env, 'settings')).toMatchObject([{ level: 'ok' }]);
    }
  });
});

describe('secrets', () => {
  it('says which file with a secret is open to other users, and no more once it is closed', async () => {
    const folder = makeFolder();
    await chmod(folder, 0o711);
    const [given, kept] = [path.join(folder, 'given'), path.join(folder, 'app-secret-previous')];
    for (const file of [given, kept]) await writeFile(file, secret);
    await chmod(given, 0o640);
    await chmod(kept, 0o604);
    const env = { DATA_DIR: folder, METRICS_TOKEN_FILE: given, SSL_CERT_FILE: '/etc/passwd' };
    expect(await runDoctor(env, 'secrets')).toMatchObject([
      { level: 'error', message: containing(`${given} (mode 0640)`), remedy: `chmod 600 ${given}` },
      { level: 'error', message: containing(`${kept} (mode 0604)`), remedy: `chmod 600 ${kept}` },
    ]);
    for (const file of [given, kept]) await chmod(file, 0o600);
    expect(await runDoctor(env, 'secrets')).toMatchObject([{ level: 'ok' }]);
  });

  it('finds no file open in a folder that only its owner may enter, also below it', async () => {
    const folder = makeFolder();
    await chmod(folder, 0o700);
    const [kept, below] = [path.join(folder, 'app-secret'), path.join(folder, 'below')];
    const given = path.join(below, 'given');
    await mkdir(below, { mode: 0o755 });
    for (const file of [kept, given]) {
      await writeFile(file, secret);
      await chmod(file, 0o644);
    }
    const env = { DATA_DIR: folder, METRICS_TOKEN_FILE: given };
    expect(await runDoctor(env, 'secrets')).toMatchObject([{ level: 'ok' }]);
    // A folder that others may enter, but not list.
    await chmod(folder, 0o701);
    expect(await runDoctor(env, 'secrets')).toMatchObject([{ level: 'error' }, { level: 'error' }]);
  });

  it('misses the secret of a folder with a database, and that of an environment with an external one', async () => {
    const folder = makeFolder();
    await mkdir(path.join(folder, 'postgres'));
    expect(await runDoctor({ DATA_DIR: folder }, 'secrets')).toMatchObject([
      { level: 'error', message: containing('app-secret is missing') },
    ]);
    const external = { DATABASE_URL: 'postgresql://role@127.0.0.1:1/none' };
    expect(await runDoctor(external, 'secrets')).toMatchObject([
      { level: 'warning', message: containing('APP_SECRET is not set here') },
    ]);
  });
});

describe('service', () => {
  const databaseUrl = 'postgresql://127.0.0.1:1/x';
  const silent = { pid: process.pid, apiUrl: 'http://127.0.0.1:1', databaseUrl };

  async function find(runtime: object, check: string) {
    const folder = makeFolder();
    await writeFile(path.join(folder, 'runtime.json'), JSON.stringify(runtime));
    return runDoctor({ DATA_DIR: folder }, check);
  }

  it('says that npm start does not run, was killed, has no database yet, or does not respond', async () => {
    expect(await runDoctor({}, 'service')).toMatchObject([
      { level: 'error', message: containing('does not run'), remedy: containing('npm start') },
    ]);
    expect(await find({ ...silent, pid: 2 ** 22 + 1 }, 'service')).toMatchObject([
      { level: 'error', message: containing('was killed') },
    ]);
    expect(await find({ ...silent, databaseUrl: undefined }, 'service')).toMatchObject([
      { level: 'warning', message: containing('has no database yet') },
    ]);
    expect(await find(silent, 'service')).toMatchObject([
      { level: 'error', message: containing('did not respond') },
    ]);
  });

  it('looks at the settings of the running npm start, not at those of the terminal', async () => {
    const runtime = { ...silent, settings: { HOST: '0.0.0.0' }, variables: ['HOST', 'WEBHOK_ALLOW'] };
    expect(await find(runtime, 'settings')).toMatchObject([
      { message: containing('WEBHOK_ALLOW is no setting') },
      { message: containing('HOST=0.0.0.0') },
    ]);
  });
});

describe('disk and versions', () => {
  it('says how much is free, and warns where a tenth of the data is more', async () => {
    const surroundings = readSurroundings({ DATA_DIR: makeFolder() });
    const free = { message: expect.stringMatching(/\d (Mi|Gi|Ti)B of \d+/) };
    expect(await checkDisk(surroundings, 0)).toMatchObject([free]);
    const besides = readSurroundings({ DATA_DIR: makeFolder(), BACKUP_DIR: makeFolder() });
    expect(await checkDisk(besides, 0)).toMatchObject([
      free,
      { level: 'ok', message: containing('on the disk of the data') },
    ]);
    expect(await checkDisk(surroundings, 1e18)).toMatchObject([{ ...free, level: 'warning' }]);
  });

  it('rejects a version of Node.js that the programs do not run on', () => {
    expect(checkVersions()).toMatchObject({ level: 'ok' });
    expect(checkVersions('20.20.0')).toMatchObject({ level: 'error', message: containing('20.20.0') });
  });
});
