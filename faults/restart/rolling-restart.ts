import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerProcess } from '../abuse/support/server-process.ts';
import { type Row, rowOf } from '../row.ts';
import { waitUntil } from '../webhooks/support/wait.ts';
import { type FaultContext, World } from '../webhooks/support/world.ts';
import { type Failures, Load } from './load.ts';
import { requestsToApi, requestsToWeb } from './load-requests.ts';
import { isInstalled, mapFreePorts, type ProxyName, proxyPorts, ReverseProxy } from './proxies.ts';
import { serverStarts } from './servers.ts';

type Size = { proxy: ProxyName; servers: 'api' | 'web'; requests: number; connections: number };

/** A proxy sends to a process that is ready again within this time. */
const untilUsedMs = 2_500;
/** The share of the requests that are sent before the first restart. */
const shareBefore = 0.05;

/** Two built processes of the API, or two web servers, are restarted one after the other behind a proxy, under load. */
export async function runRollingRestart(context: FaultContext, size: Size): Promise<Row[]> {
  const name = `rolling restart of ${size.servers}, ${size.proxy}`;
  const expected = `at least ${size.requests} requests, none fails`;
  if (!isInstalled(size.proxy))
    return [{ fault: name, expected, seen: `not run: install ${size.proxy}`, ok: false }];
  const world = await World.open(context);
  const folder = await mkdtemp(join(tmpdir(), 'crewboard-restart-'));
  const portOf = await mapFreePorts();
  const urlOf = (port: string) => `http://127.0.0.1:${portOf[port]}`;
  // Both web servers call the first API, which runs all the time when they are restarted.
  const [apiUrl, publicUrl] = [urlOf('4000'), urlOf(proxyPorts.proxy)];
  const start = serverStarts({ databaseUrl: world.db.url, folder, apiUrl, publicUrl });
  const startAll = (kind: 'api' | 'web') =>
    Promise.all(proxyPorts[kind].map((port) => start[kind](portOf[port] as number)));
  const running: Record<'api' | 'web', ServerProcess[]> = { api: await startAll('api'), web: [] };
  if (size.servers === 'web') running.web = await startAll('web');
  const proxy = await ReverseProxy.start(size.proxy, portOf);
  try {
    const requests =
      size.servers === 'web' ? await requestsToWeb(world, proxy.url) : await requestsToApi(world);
    const load = new Load({ url: proxy.url, connections: size.connections, requests });
    await waitUntil('the load runs', () => load.count > size.requests * shareBefore);
    const before = load.count;
    const restarted = running[size.servers];
    for (const [index, port] of proxyPorts[size.servers].entries()) {
      await restarted[index]?.stop();
      restarted[index] = await start[size.servers](portOf[port] as number);
      await sleep(untilUsedMs);
      context.report(`${index + 1} of ${restarted.length} restarted, ${load.count} requests`);
    }
    const during = load.count - before;
    await waitUntil('the load is large enough', () => load.count >= size.requests);
    await load.end();
    const failed = [...load.failures.values()].reduce((sum, count) => sum + count, 0);
    const seen = `${load.count} requests, ${during} of them during the restarts, ${failed} failed ${list(load.failures)}`;
    return [rowOf(name, expected, seen.trim(), { 'no request failed': failed === 0 })];
  } finally {
    await proxy.stop();
    await Promise.all([...running.web, ...running.api].map((server) => server.stop()));
    await world.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const list = (failures: Failures): string =>
  failures.size === 0 ? '' : `(${[...failures].map(([what, count]) => `${count} × ${what}`).join(', ')})`;
