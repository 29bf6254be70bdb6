import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readAllowList } from '../../src/outbound/allow-list.ts';
import { Outbound } from '../../src/outbound/outbound.ts';
import { type DnsServer, startDnsServer } from './support/dns-server.ts';
import { listen, type Receiver } from './support/receivers.ts';

/** The openssl of the system, if installed. */
const openssl = 'openssl';

/** A self-signed certificate for hook.test; undefined when openssl is missing. */
function makeCertificate(): { key: string; cert: string } | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'outbound-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const request =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=hook.test';
  const names = ['-addext', 'subjectAltName=DNS:hook.test'];
  try {
    execFileSync(openssl, [...request.split(' '), ...names, '-keyout', key, '-out', cert], {
      stdio: 'ignore',
    });
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  } catch {
    return undefined;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const certificate = makeCertificate();
const trusted = getCACertificates('default');

describe.runIf(certificate)('TLS', () => {
  let dns: DnsServer;
  let receiver: Receiver;
  let outbound: Outbound;
  const serverNames: unknown[] = [];
  beforeAll(async () => {
    dns = await startDnsServer();
    for (const name of ['hook.test', 'other.test'])
      dns.zone.set(name, (type) => (type === 'A' ? ['127.0.0.1'] : []));
    const server = createServer(certificate ?? {}, (request, response) => {
      serverNames.push((request.socket as TLSSocket).servername);
      response.end(request.headers.host);
    });
    receiver = await listen(server);
    outbound = new Outbound({
      allow: readAllowList('127.0.0.1'),
      dnsServers: [dns.address],
      dnsTimeoutMs: 60_000,
      connectTimeoutMs: 60_000,
      responseTimeoutMs: 60_000,
    });
  });
  afterEach(() => setDefaultCACertificates(trusted));
  afterAll(async () => {
    await outbound.close();
    await receiver.stop();
    dns.stop();
  });
  const postTo = (host: string) =>
    outbound.post({ url: `https://${host}:${receiver.port}/`, headers: {}, body: '{}' });
  const trust = () => setDefaultCACertificates([...trusted, certificate?.cert ?? '']);

  it('rejects a self-signed certificate', async () => {
    expect(await postTo('hook.test')).toMatchObject({
      statusCode: null,
      error: 'The certificate is not valid: it is self-signed.',
    });
    expect(serverNames).toEqual([]);
  });

  it('rejects a certificate for another name, also at the same address', async () => {
    trust();
    for (const host of ['other.test', '127.0.0.1']) {
      expect(await postTo(host)).toMatchObject({
        statusCode: null,
        error: 'The certificate is not valid: it is for another host name.',
      });
    }
    expect(serverNames).toEqual([]);
  });

  it('uses the host name, not the address, in SNI, the certificate check and the Host header', async () => {
    trust();
    for (const host of ['hook.test', 'HOOK.test.']) {
      expect(await postTo(host)).toMatchObject({ statusCode: 200, body: `hook.test:${receiver.port}` });
    }
    expect(serverNames).toEqual(['hook.test', 'hook.test']);
  });
});
