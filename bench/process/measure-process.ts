import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '@crewboard/db';
import { createTeam } from '../../apps/api/src/features/teams/create-team.ts';
import { createTeamClient } from '../../e2e/fixtures/team-client.ts';
import { residentMiB } from '../process-usage.ts';
import { apiService, type BenchDatabase, startApi, startDatabase } from '../start-service.ts';

const starts = 10;
const pollMs = 5;
const connections = 64;
const minutes = 5;

/** Measures how soon the built API is ready, and its memory under five minutes of load. */
export async function measureProcess(): Promise<void> {
  const database = await startDatabase();
  try {
    await measureStart(database);
    await measureMemory(database);
  } finally {
    await database.stop();
  }
}

/** From the start of the process to the first 200 of /readyz. The first start is a warm-up. */
async function measureStart(database: BenchDatabase): Promise<void> {
  const times: number[] = [];
  let memory = 0;
  for (let start = 0; start <= starts; start += 1) {
    const { service, origin } = await apiService(database);
    const startedAt = performance.now();
    const { pid, stop, ready } = await service.launch();
    while (!(await isReady(origin))) await sleep(pollMs);
    if (start > 0) times.push(performance.now() - startedAt);
    memory = residentMiB(pid);
    // Not measured, because it looks only ten times a second. It throws if the process has ended.
    await ready;
    await stop();
  }
  const sorted = times.toSorted((a, b) => a - b);
  const median = sorted[sorted.length >> 1]?.toFixed(0);
  console.log(`start to ready: median ${median} ms, max ${sorted.at(-1)?.toFixed(0)} ms of ${starts}`);
  console.log(`  memory when ready: ${memory.toFixed(0)} MiB`);
}

const isReady = async (origin: string): Promise<boolean> => {
  const response = await fetch(`${origin}/readyz`).catch(() => undefined);
  await response?.body?.cancel();
  return response?.status === 200;
};

/** Each connection repeats the life of a task: create, get, list, claim, complete. */
async function measureMemory(database: BenchDatabase): Promise<void> {
  const api = await startApi(database);
  const db = openDatabase(database.url, { maxConnections: 1 });
  try {
    const team = await createTeam({ ctx: { db }, input: { name: 'Busy' } });
    const client = createTeamClient(api.origin, team.apiKey, team);
    const agent = client.as((await client.createAgent('Agent')).token);
    const endsAt = Date.now() + minutes * 60_000;
    let lives = 0;
    const repeat = async () => {
      while (Date.now() < endsAt) {
        const { id } = await client.createTask({
          title: 'A task',
          description: 'What to do, and why. '.repeat(8),
        });
        await agent.tasks.get({ taskId: id });
        await agent.tasks.list({ teamId: team.teamId, status: 'todo', limit: 50 });
        await agent.tasks.claim({ taskId: id });
        await agent.tasks.complete({ taskId: id, result: 'Done' });
        lives += 1;
      }
    };
    const load = Promise.all(Array.from({ length: connections }, repeat));
    for (let minute = 1; minute <= minutes; minute += 1) {
      await sleep(endsAt - (minutes - minute) * 60_000 - Date.now());
      const memory = residentMiB(api.pid).toFixed(0);
      console.log(`memory after ${minute} min of load: ${memory} MiB, ${5 * lives} requests so far`);
    }
    await load;
  } finally {
    await db.close();
    await api.stop();
  }
}
