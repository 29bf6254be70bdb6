import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { findFreePort } from '@crewboard/db/embedded';
import pg from 'pg';
import { ask } from '../ask.ts';
import { cpuSeconds, residentMiB } from '../process-usage.ts';
import { type BenchApi, type BenchDatabase, startApi, startDatabase } from '../start-service.ts';
import { resetTasks, type Size, seedData } from './data.ts';
import { resetLeanTasks } from './lean-tables.ts';
import type { Load, LoadResult } from './load.ts';
import { formatTable, type Row, type RunResult, summarize } from './report.ts';
import { createScenarios, type Scenario, type Servers } from './scenarios.ts';

const size: Size = { tasks: 240_000, events: 1_200_000 };
const quickSize: Size = { tasks: 10_000, events: 50_000 };

const script = (name: string) => new URL(`./${name}.ts`, import.meta.url);

async function startBareServer({ ownerUrl }: BenchDatabase): Promise<BenchApi> {
  const port = await findFreePort();
  const child = fork(script('bare-server'), {
    env: { NODE_ENV: 'production', DATABASE_URL: ownerUrl, PORT: String(port) },
  });
  await once(child, 'message');
  const stop = async () => void child.kill();
  return { origin: `http://127.0.0.1:${port}`, pid: child.pid as number, stop };
}

/** One PostgreSQL, the API, two more processes of it that share their requests, and the reference. */
async function startServers() {
  const database = await startDatabase();
  const [api, ...pair] = [await startApi(database), await startApi(database), await startApi(database)];
  const servers: Servers = {
    crewboard: [api],
    'two processes': pair,
    bare: [await startBareServer(database)],
  };
  const load = fork(script('load'));
  const queue = fork(script('queue-worker'), {
    env: { NODE_ENV: 'production', DATABASE_URL: database.ownerUrl },
  });
  const stop = async () => {
    for (const child of [load, queue]) child.kill();
    // A suspended process would not stop.
    for (const { pid } of [api, ...pair]) process.kill(pid, 'SIGCONT');
    await Promise.all(Object.values(servers).flatMap((each) => each.map((server) => server.stop())));
    await database.stop();
  };
  return { servers, load, queue, database, stop };
}

type Bench = Awaited<ReturnType<typeof startServers>>;

/** How long readers of the log need to finish after a run, and to catch up after they were suspended. */
const settleMs = 300;

/**
 * Suspends the processes of the API that do not belong to the side, which would read the log of each change, and resumes
 * those that do.
 */
async function suspendOthers({ servers }: Bench, side: string): Promise<void> {
  await sleep(settleMs);
  for (const name of ['crewboard', 'two processes'] as const) {
    for (const { pid } of servers[name]) process.kill(pid, name === side ? 'SIGCONT' : 'SIGSTOP');
  }
  await sleep(settleMs);
}

/** One run of one side of a scenario. Throws for a status other than 200 and 201. */
async function runOnce(bench: Bench, { what, load }: Scenario, side: string): Promise<RunResult> {
  const servers = bench.servers[side as keyof Servers];
  const pids = servers?.map(({ pid }) => pid) ?? [bench.queue.pid as number];
  const ownSeconds = () => pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0);
  const cpu = () => [ownSeconds(), cpuSeconds(bench.database.pid, { children: true })] as const;
  const before = cpu();
  const result = servers
    ? await ask<LoadResult>(bench.load, {
        origins: servers.map(({ origin }) => origin),
        ...load,
      } satisfies Load)
    : await drainQueue(bench.queue, side, load.count);
  const after = cpu();
  const unexpected = Object.keys(result.statuses).filter((status) => !['200', '201'].includes(status));
  if (unexpected.length > 0) throw new Error(`${what}: ${JSON.stringify(result.statuses)} from ${side}`);
  const microseconds = (seconds: number) => (1_000_000 * seconds) / result.count;
  return {
    ...result,
    cpu: microseconds(after[0] - before[0]),
    databaseCpu: microseconds(after[1] - before[1]),
    memory: Math.max(...pids.map(residentMiB)),
  };
}

async function drainQueue(queue: ChildProcess, name: string, count: number): Promise<LoadResult> {
  const seconds = await ask<number>(queue, { name, jobs: count });
  return { count, seconds, p50: Number.NaN, p99: Number.NaN, statuses: {} };
}

type Options = { quick: boolean; runs: number; only: string | undefined };

async function measureRows({ quick, runs, only }: Options): Promise<Row[]> {
  const bench = await startServers();
  // Without the timeouts of the service: filling takes long. One connection, whose settings hold for all that follows.
  const owner = new pg.Pool({ connectionString: bench.database.ownerUrl, max: 1 });
  try {
    const { tasks } = quick ? quickSize : size;
    const agents = await seedData(owner, quick ? quickSize : size);
    const scenarios = createScenarios(agents, tasks, quick).filter(
      ({ what }) => !only || what.includes(only),
    );
    const results = new Map<string, RunResult[]>();
    for (let run = -1; run < runs; run += 1) {
      for (const scenario of scenarios) {
        const sides = ['crewboard', ...scenario.references];
        for (const side of run % 2 === 0 ? sides : sides.toReversed()) {
          if (scenario.prepare) await scenario.prepare(owner, side);
          await suspendOthers(bench, side);
          const result = await runOnce(bench, scenario, side);
          await scenario.check?.(owner, side);
          // The first run warms up.
          const key = `${scenario.what} ${side}`;
          if (run >= 0) results.set(key, [...(results.get(key) ?? []), result]);
          if (scenario.changes) await (side === 'bare' ? resetLeanTasks : resetTasks)(owner);
        }
      }
      console.error(`${tasks} tasks: ${run < 0 ? 'warm-up' : `run ${run + 1} of ${runs}`}`);
    }
    return scenarios.flatMap(({ what, references }) =>
      references.map((reference) =>
        summarize({
          ...{ what, reference, tasks },
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
 * Measures operations of the API beside references on as many rows, in alternating runs: `--quick` with 10 thousand
 * tasks and few short runs, `--only=TEXT` some rows, `--runs=N`, `--json=FILE`.
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
  const rows = await measureRows({ quick, runs, only });
  console.log(formatTable(rows));
  if (json) writeFileSync(json, `${JSON.stringify(rows, null, 2)}\n`);
}
