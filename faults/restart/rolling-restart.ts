import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePorts } from '../../e2e/service/free-ports.ts';
import { ServerProcess } from '../abuse/support/server-process.ts';
import { type Row, rowOf } from '../row.ts';
import { waitUntil } from '../webhooks/support/wait.ts';
import { type Ground, World } from '../webhooks/support/world.ts';
import { type Failures, Load } from './load.ts';
import { isInstalled, type ProxyName, ReverseProxy } from './proxies.ts';

type Size = { proxy: ProxyName; requests: number; connections: number };

/** In the files of the proxies. */
const ports = { apis: ['4000', '4001'], webs: ['3000', '3001'], proxy: '8080' };
const shutdownDelayS = 5;
/** A proxy takes up to this time to send to a process that is ready again. */
const untilUsedMs = 2_500;

/** Two built processes of the API are restarted one after the other behind a proxy, under load. */
export async function rollingRestart(ground: Ground, size: Size): Promise<Row[]> {
  const name = `rolling restart, ${size.proxy}`;
  const expected = `at least ${size.requests} requests, none fails`;
  if (!isInstalled(size.proxy))
    return [{ fault: name, expected, seen: `not run: install ${size.proxy}`, ok: false }];
  const world = await World.open(ground);
  const folder = await mkdtemp(join(tmpdir(), 'crewboard-restart-'));
  const names = [...ports.apis, ...ports.webs, ports.proxy];
  const portOf = Object.fromEntries(
    (await findFreePorts(names.length)).map((port, index) => [names[index], port]),
  );
  const start = startApi(world.db.url, folder);
  const apis = await Promise.all(ports.apis.map((port) => start(portOf[port] as number)));
  const proxy = await ReverseProxy.start(size.proxy, portOf);
  try {
    const { id: taskId } = await world.client.createTask();
    const load = new Load({ url: proxy.url, team: world.team, taskId, connections: size.connections });
    await waitUntil('the load runs', () => load.count > 1_000);
    const before = load.count;
    for (const [index, port] of ports.apis.entries()) {
      await apis[index]?.stop();
      apis[index] = await start(portOf[port] as number);
      await sleep(untilUsedMs);
      ground.report(`${index + 1} of ${apis.length} restarted, ${load.count} requests`);
    }
    const during = load.count - before;
    await waitUntil('the load is large enough', () => load.count >= size.requests);
    await load.end();
    const failed = [...load.failures.values()].reduce((sum, count) => sum + count, 0);
    const seen = `${load.count} requests, ${during} of them during the restarts, ${failed} failed ${list(load.failures)}`;
    return [rowOf(name, expected, seen.trim(), { 'no request failed': failed === 0 })];
  } finally {
    await proxy.stop();
    await Promise.all(apis.map((api) => api.stop()));
    await world.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const list = (failures: Failures): string =>
  failures.size === 0 ? '' : `(${[...failures].map(([what, count]) => `${count} × ${what}`).join(', ')})`;

function startApi(databaseUrl: string, folder: string) {
  const appSecret = randomBytes(32).toString('base64url');
  return (port: number): Promise<ServerProcess> =>
    ServerProcess.start({
      script: 'apps/api/dist/main.js',
      env: {
        NODE_ENV: 'production',
        LOG_LEVEL: 'warn',
        APP_SECRET: appSecret,
        DATABASE_URL: databaseUrl,
        API_PORT: String(port),
        RATE_LIMIT_PER_MINUTE: '0',
        WEBHOOK_DELIVERY: 'worker',
        SHUTDOWN_DELAY_SECONDS: String(shutdownDelayS),
      },
      readyUrl: `http://127.0.0.1:${port}/readyz`,
      logFile: join(folder, `${port}.log`),
    });
}
