import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded/index.ts';
import { ensureSystemUser } from '../embedded/system-user.ts';
import { prepareDatabase } from '../prepare-database.ts';
import { makeClusterFolder, openTestDatabase } from '../testing/index.ts';

/** Makes certificates: without it these tests do not run. */
const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

let folder: string;
let server: EmbeddedPostgres;
const certificates = () => path.join(folder, 'certificates');
const openssl = (...args: string[]) =>
  execFileSync('openssl', args, { cwd: certificates(), stdio: ['ignore', 'ignore', 'pipe'] });

/** A certificate authority, NAME.crt with NAME.key. */
function createAuthority(name: string): void {
  const key = ['-newkey', 'rsa:2048', '-nodes', '-keyout', `${name}.key`];
  openssl('req', '-x509', ...key, '-days', '2', '-subj', `/CN=${name}`, '-out', `${name}.crt`);
}

/** A certificate of a server with this host name. */
function createServerCertificate(authority: string, host: string): void {
  const key = ['-newkey', 'rsa:2048', '-nodes', '-keyout', 'server.key'];
  openssl('req', '-new', ...key, '-subj', `/CN=${host}`, '-out', 'server.csr');
  writeFileSync(path.join(certificates(), 'names'), `subjectAltName=DNS:${host}\n`);
  const signed = ['-CA', `${authority}.crt`, '-CAkey', `${authority}.key`, '-CAcreateserial'];
  openssl(
    'x509',
    '-req',
    '-in',
    'server.csr',
    ...signed,
    '-days',
    '2',
    '-extfile',
    'names',
    '-out',
    'server.crt',
  );
}

beforeAll(async () => {
  if (!hasOpenssl) return;
  folder = await makeClusterFolder('crewboard-tls-');
  chmodSync(folder, 0o755);
  mkdirSync(certificates());
  createAuthority('authority');
  createAuthority('stranger');
  createServerCertificate('authority', 'localhost');
  const key = path.join(certificates(), 'server.key');
  const systemUser = await ensureSystemUser();
  if (systemUser) chownSync(key, systemUser.uid, systemUser.gid);
  chmodSync(key, 0o600);
  const ssl_cert_file = path.join(certificates(), 'server.crt');
  const settings = { fsync: 'off', ssl: 'on', ssl_cert_file, ssl_key_file: key };
  server = await startEmbeddedPostgres({ dataDir: path.join(folder, 'data'), settings });
});
afterAll(async () => {
  if (!hasOpenssl) return;
  await server?.stop();
  await rm(folder, { recursive: true });
});

/** `url` with `sslmode=verify-full`, this host and this authority. */
function overTls(url: string, host: string, authority?: string): string {
  const secured = new URL(url);
  secured.hostname = host;
  secured.searchParams.set('sslmode', 'verify-full');
  if (authority) secured.searchParams.set('sslrootcert', path.join(certificates(), `${authority}.crt`));
  return secured.href;
}

describe.runIf(hasOpenssl)('sslmode=verify-full with sslrootcert', () => {
  it('migrates and serves over TLS, in both pools', async () => {
    const url = overTls(server.url, 'localhost', 'authority');
    await prepareDatabase({ url, ownerUrl: overTls(server.ownerUrl, 'localhost', 'authority') });
    const db = openTestDatabase(url, { maxConnections: 1 });
    try {
      const sql = 'select ssl from pg_stat_ssl where pid = pg_backend_pid()';
      for (const pool of [db.pool, db.reads]) expect((await pool.query(sql)).rows).toEqual([{ ssl: true }]);
      const teams = await db.administer(({ client }) => client.team.count());
      expect(teams).toBe(0);
    } finally {
      await db.close();
    }
  });

  it.each([['stranger'], [undefined]])(
    'rejects a server when the authority is %s, and names sslrootcert',
    async (authority) => {
      await expect(prepareDatabase({ url: overTls(server.url, 'localhost', authority) })).rejects.toThrow(
        /^The certificate of the PostgreSQL server comes from no authority that this process trusts .*Set sslrootcert/,
      );
    },
  );

  it('rejects a server whose certificate is for another host, and a file that is missing', async () => {
    const url = overTls(server.url, '127.0.0.1', 'authority');
    await expect(prepareDatabase({ url })).rejects.toThrow(/certificate .* is for another host/);
    await expect(prepareDatabase({ url: overTls(server.url, 'localhost', 'missing') })).rejects.toThrow(
      /^A file that the URL of the database names cannot be read: ENOENT.*missing\.crt/,
    );
  });
});
