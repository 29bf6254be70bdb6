import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { prepareDatabase } from '@crewboard/db';
import { startEmbeddedPostgres } from '@crewboard/db/embedded';
import pg from 'pg';
import { findFreePorts } from '../../e2e/service/free-ports.ts';
import { launch } from '../../e2e/service/launch.ts';
import { openLogFile } from '../../scripts/supervisor/log-folder.ts';
import { nodeService } from '../../scripts/supervisor/node-service.ts';
import { cpuSeconds } from './cpu-time.ts';
import { resetTasks, type Size, seedData } from './data.ts';
import type { Load, LoadResult } from './load.ts';
import { formatTable, type Row, type RunResult, summarize } from './report.ts';
import { createScenarios, type Scenario, type Servers } from './scenarios.ts';

const sizes: Record<string, Size> = {
  '10 thousand': { tasks: 10_000, events: 50_000 },
  '1 million': { tasks: 1_000_000, events: 5_000_000 },
};

/** Sends a message to a process and resolves to its reply. */
async function ask<Reply>(child: ChildProcess, message: object): Promise<Reply> {
  child.send(message);
  const [reply] = (await once(child, 'message')) as [{ result?: Reply; error?: string }];
  if (reply.error) throw new Error(reply.error);
  return reply.result as Reply;
}

const script = (name: string) => new URL(`./${name}.ts`, import.meta.url);

/** One PostgreSQL with the durability of `npm start`, the API and its references on it. */
async function startServers() {
  const folder = await mkdtemp(join(tmpdir(), 'crewboard-bench-'));
  await chmod(folder, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir: folder });
  await prepareDatabase(postgres);
  const [port = 0, barePort = 0, minimalPort = 0] = await findFreePorts(3);
  const origin = (of: number) => `http://127.0.0.1:${of}`;
  const api = await launch(
    nodeService({
      name: 'api',
      title: 'API',
      script: 'apps/api/dist/main.js',
      env: {
        ...(process.env.NODE_OPTIONS && { NODE_OPTIONS: process.env.NODE_OPTIONS }),
        NODE_ENV: 'production',
        DATABASE_URL: postgres.url,
        APP_SECRET: randomBytes(32).toString('base64url'),
        HOST: '127.0.0.1',
        API_PORT: String(port),
        RATE_LIMIT_PER_MINUTE: '1000000',
      },
      log: openLogFile(join(folder, 'api.log')),
      ready: { url: `${origin(port)}/readyz`, isReady: (status) => status === 200 },
      stopTimeoutMs: 10_000,
    }),
  );
  const bare = async (of: number, env = {}) => {
    const child = fork(script('bare-server'), {
      env: { ...env, NODE_ENV: 'production', DATABASE_URL: postgres.url, PORT: String(of) },
    });
    await once(child, 'message');
    return child;
  };
  const [bareServer, minimalServer] = [await bare(barePort), await bare(minimalPort, { MINIMAL: '1' })];
  const load = fork(script('load'));
  const queue = fork(script('queue-worker'), {
    env: { NODE_ENV: 'production', DATABASE_URL: postgres.ownerUrl },
  });
  const children = [bareServer, minimalServer, load, queue];
  const servers: Servers = {
    crewboard: { origin: origin(port), pid: api.pid },
    bare: { origin: origin(barePort), pid: bareServer.pid },
    minimal: { origin: origin(minimalPort), pid: minimalServer.pid },
  };
  const stop = async () => {
    for (const child of children) child.kill();
    await api.stop();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { servers, load, queue, ownerUrl: postgres.ownerUrl, databasePid: postgres.pid, stop };
}

type Bench = Awaited<ReturnType<typeof startServers>>;

/** One run of one side of a scenario. Throws for a status other than 200 and 201. */
async function runOnce(bench: Bench, { what, load }: Scenario, side: string): Promise<RunResult> {
  const server = bench.servers[side as keyof Servers];
  const pid = server?.pid ?? bench.queue.pid ?? 0;
  const cpu = () => [cpuSeconds(pid), cpuSeconds(bench.databasePid, { children: true })] as const;
  const before = cpu();
  const result = server
    ? await ask<LoadResult>(bench.load, { origin: server.origin, ...load } satisfies Load)
    : await workOff(bench.queue, side, load.count);
  const after = cpu();
  const unexpected = Object.keys(result.statuses).filter((status) => !['200', '201'].includes(status));
  if (unexpected.length > 0) throw new Error(`${what}: ${JSON.stringify(result.statuses)} from ${side}`);
  const microseconds = (seconds: number) => (1_000_000 * seconds) / result.count;
  return {
    ...result,
    cpu: microseconds(after[0] - before[0]),
    databaseCpu: microseconds(after[1] - before[1]),
  };
}

async function workOff(queue: ChildProcess, name: string, count: number): Promise<LoadResult> {
  const seconds = await ask<number>(queue, { name, jobs: count });
  return { count, seconds, p50: Number.NaN, p99: Number.NaN, statuses: {} };
}

type Options = { quick: boolean; runs: number; only: string | undefined };

async function measureSize(name: string, size: Size, { quick, runs, only }: Options): Promise<Row[]> {
  const bench = await startServers();
  // Without the timeouts of the service: filling takes long. One connection, whose settings hold for all that follows.
  const owner = new pg.Pool({ connectionString: bench.ownerUrl, max: 1 });
  try {
    const agents = await seedData(owner, size);
    const scenarios = createScenarios(agents, size, quick).filter(({ what }) => !only || what.includes(only));
    const results = new Map<string, RunResult[]>();
    for (let run = -1; run < runs; run += 1) {
      for (const scenario of scenarios) {
        const sides = ['crewboard', ...scenario.references];
        for (const side of run % 2 === 0 ? sides : sides.toReversed()) {
          if (scenario.prepare) await scenario.prepare(owner);
          const result = await runOnce(bench, scenario, side);
          await scenario.check?.(owner, side);
          // The first run warms up.
          const key = `${scenario.what} ${side}`;
          if (run >= 0) results.set(key, [...(results.get(key) ?? []), result]);
          if (scenario.changes) await resetTasks(owner);
        }
      }
      console.error(`${name} tasks: ${run < 0 ? 'warm-up' : `run ${run + 1} of ${runs}`}`);
    }
    return scenarios.flatMap(({ what, references }) =>
      references.map((reference) =>
        summarize({
          ...{ what, reference, tasks: name },
          ours: results.get(`${what} crewboard`) ?? [],
          theirs: results.get(`${what} ${reference}`) ?? [],
        }),
      ),
    );
  } finally {
    await owner.end();
    await bench.stop();
  }
}

/**
 * Measures operations of the API beside references on the same rows, in alternating runs: `--quick` with 10 thousand tasks
 * alone and few short runs, `--only=TEXT` some rows, `--runs=N`, `--json=FILE`.
 */
export async function measureCompare(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
      runs: { type: 'string' },
      json: { type: 'string' },
    },
  });
  const { quick, only, json } = values;
  const runs = Number(values.runs ?? (quick ? 3 : 5));
  const rows: Row[] = [];
  for (const [name, size] of Object.entries(sizes).slice(0, quick ? 1 : undefined)) {
    rows.push(...(await measureSize(name, size, { quick, runs, only })));
  }
  console.log(formatTable(rows));
  if (json) writeFileSync(json, `${JSON.stringify(rows, null, 2)}\n`);
}
