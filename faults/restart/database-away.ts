import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Row, rowOf } from '../row.ts';
import { startPostgres } from '../webhooks/support/postgres.ts';
import { becomesTrue } from '../webhooks/support/wait.ts';
import { type FaultContext, World } from '../webhooks/support/world.ts';
import { isInstalled, mapFreePorts, type ProxyName, proxyPorts, ReverseProxy } from './proxies.ts';
import { serverStarts } from './servers.ts';

type Size = { proxy: ProxyName; awayMs: number };

/** The kinds of requests, each with its documented response while no database can be reached. */
const documented = ['file 200', 'read 503 UNAVAILABLE', 'change 503 UNAVAILABLE'];
const pauseMs = 50;
const recoveryTimeoutMs = 30_000;

/** While the database is away no API is ready. What reads no database goes on, and the rest gets the documented 503. */
export async function runDatabaseAway(context: FaultContext, { proxy: name, awayMs }: Size): Promise<Row[]> {
  const fault = `database away, ${name}`;
  const expected = `${documented.join(', ')}; reads work once it is back`;
  if (!isInstalled(name)) return [{ fault, expected, seen: `not run: install ${name}`, ok: false }];
  const postgres = await startPostgres();
  const folder = await mkdtemp(join(tmpdir(), 'crewboard-away-'));
  const world = await World.open({ ownerUrl: postgres.ownerUrl, applicationUrl: postgres.url });
  const portOf = await mapFreePorts();
  const publicUrl = `http://127.0.0.1:${portOf[proxyPorts.proxy]}`;
  const start = serverStarts({ databaseUrl: world.db.url, folder, apiUrl: publicUrl, publicUrl });
  const apis = await Promise.all(proxyPorts.api.map((port) => start.api(portOf[port] as number)));
  const proxy = await ReverseProxy.start(name, portOf);
  const paths = { file: '/llms.txt', read: '/api/me', change: `/api/teams/${world.team.teamId}/pause` };
  const request = async (kind: keyof typeof paths) => {
    const method = kind === 'change' ? 'POST' : 'GET';
    const authorization = `Bearer ${world.team.apiKey}`;
    const response = await fetch(`${proxy.url}${paths[kind]}`, { method, headers: { authorization } });
    const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json') ?? false;
    const { code } = isProblem ? ((await response.json()) as { code: string }) : { code: '' };
    if (!isProblem) await response.text();
    return `${kind} ${response.status} ${code}`.trim();
  };
  try {
    await postgres.kill();
    context.report('the database is away');
    const seen = new Set<string>();
    for (const until = Date.now() + awayMs; Date.now() < until; await sleep(pauseMs)) {
      for (const kind of ['file', 'read', 'change'] as const) seen.add(await request(kind));
    }
    await postgres.startAgain();
    const isBack = await becomesTrue(async () => (await request('read')) === 'read 200', recoveryTimeoutMs);
    const others = [...seen].filter((each) => !documented.includes(each));
    return [
      rowOf(fault, expected, [...seen].join(', '), {
        'each response was documented': others.length === 0,
        'reads work again': isBack,
      }),
    ];
  } finally {
    await proxy.stop();
    await Promise.all(apis.map((api) => api.stop()));
    await world.close();
    await postgres.remove();
    await rm(folder, { recursive: true, force: true });
  }
}
