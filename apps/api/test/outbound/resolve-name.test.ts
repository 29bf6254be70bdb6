import dnsPromises, { Resolver } from 'node:dns/promises';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { readHostsFile } from '../../src/outbound/hosts-file.ts';
import { NameNotResolved, resolveName } from '../../src/outbound/resolve-name.ts';
import { type DnsErrorCode, type DnsServer, startDnsServer } from './support/dns-server.ts';

type Lookup = (name: string) => Promise<{ address: string }[]>;

let dns: DnsServer;
const cleanUps: (() => unknown)[] = [];
beforeAll(async () => {
  dns = await startDnsServer();
});
afterAll(() => dns.stop());
beforeEach(() => {
  const { resolve4 } = Resolver.prototype;
  // Every resolver asks the server of this test, as the system's configuration would have it.
  vi.spyOn(Resolver.prototype, 'resolve4').mockImplementation(function (this: Resolver, name: string) {
    this.setServers([dns.address]);
    return Reflect.apply(resolve4, this, [name]);
  } as typeof resolve4);
});
afterEach(async () => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

/** Replaces the lookup by the system's resolver. */
function mockSystemLookup(lookup: Lookup) {
  const spy = vi
    .spyOn(dnsPromises, 'lookup')
    .mockImplementation(lookup as unknown as typeof dnsPromises.lookup);
  syncBuiltinESMExports();
  return spy;
}

const resolve = (name: string, times: { timeoutMs?: number; dnsTimeoutMs?: number } = {}) =>
  resolveName(name, { timeoutMs: 60_000, dnsTimeoutMs: 60_000, ...times });

it.each<[string, [] | DnsErrorCode | undefined]>([
  ['has no such name', undefined],
  ['has no address of it', []],
  ['fails', 'SERVFAIL'],
  ['refuses', 'REFUSED'],
  ['does not do that', 'NOTIMP'],
])('asks the system resolver when DNS %s', async (_title, records) => {
  dns.zone.set('own.test', () => records);
  mockSystemLookup(async (name) => (name === 'own.test' ? [{ address: '192.0.2.1' }] : []));
  expect(await resolve('own.test')).toEqual(['192.0.2.1']);
});

it('does not ask the system resolver when DNS times out: it would wait as well', async () => {
  dns.zone.set('silent.test', () => 'silent');
  const lookup = mockSystemLookup(async () => [{ address: '192.0.2.1' }]);
  await expect(resolve('silent.test', { dnsTimeoutMs: 100 })).rejects.toThrow(NameNotResolved);
  expect(lookup).not.toHaveBeenCalled();
});

it.runIf((await readHostsFile(hostname())).length > 0)(
  'returns names of the hosts file while other lookups hang',
  async () => {
    const { promise: hung, resolve: end } = Promise.withResolvers<{ address: string }[]>();
    cleanUps.push(() => end([]));
    mockSystemLookup(() => hung);
    const names = ['one.test', 'two.test', 'three.test'];
    const hanging = await Promise.allSettled(names.map((name) => resolve(name, { timeoutMs: 300 })));
    expect(hanging.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(await resolve(hostname())).toEqual(await readHostsFile(hostname()));
  },
);

it('parses hosts files with comments, tabs and aliases', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'hosts-'));
  cleanUps.push(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'hosts');
  const lines = [
    '# 10.0.0.9 receiver.internal',
    '',
    '10.0.0.1\tother  Receiver.Internal # here',
    '::1 other',
    'fd00::2 both',
    '10.0.0.2 both',
  ];
  await writeFile(file, [...lines, 'receiver.internal other', 'fd00::1 receiver.internal\r', ''].join('\n'));
  expect(await readHostsFile('receiver.internal', file)).toEqual(['10.0.0.1', 'fd00::1']);
  expect(await readHostsFile('other', file)).toEqual(['10.0.0.1', '::1']);
  expect(await readHostsFile('both', file)).toEqual(['10.0.0.2', 'fd00::2']);
  expect(await readHostsFile('receiver', file)).toEqual([]);
  expect(await readHostsFile('other', path.join(folder, 'none'))).toEqual([]);
});
