import { fork } from 'node:child_process';
import { openDatabase } from '@crewboard/db';
import { createTeam } from '../../apps/api/src/features/teams/create-team.ts';
import { createTeamClient } from '../../e2e/fixtures/team-client.ts';
import { ask } from '../ask.ts';
import type { Load, LoadResult } from '../compare/load.ts';
import { type BenchDatabase, startApi, startDatabase } from '../start-service.ts';

const connections = 32;
const tables = ['tasks', 'events', 'task_attempts', 'task_texts', 'task_search'];

/** Measures the size of the tables after this many tasks were created, claimed and completed over REST, without keys. */
export async function measureSize(count: number): Promise<void> {
  const database = await startDatabase();
  try {
    await completeTasks(database, count);
    await reportSize(database, count);
  } finally {
    await database.stop();
  }
}

async function completeTasks(database: BenchDatabase, count: number): Promise<void> {
  const api = await startApi(database);
  const load = fork(new URL('../compare/load.ts', import.meta.url));
  const db = openDatabase(database.url, { maxConnections: 1 });
  try {
    const team = await createTeam({ ctx: { db }, input: { name: 'Busy' } });
    const { token } = await createTeamClient(api.origin, team.apiKey, team).createAgent('Agent');
    const path = `/api/teams/${team.teamId}/tasks`;
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const description = 'What to do, and why. '.repeat(8);
    const body = JSON.stringify({ title: 'A task of the benchmark', projectId: team.projectId, description });
    const send = (requests: Load['requests'], isWork: boolean) =>
      ask<LoadResult>(load, { origins: [api.origin], requests, connections, count, isWork } satisfies Load);
    await send([{ method: 'POST', path, headers, body }], false);
    await send([{ method: 'POST', path: `${path}/claim-next`, headers, body: '{}' }], true);
  } finally {
    load.kill();
    await db.close();
    await api.stop();
  }
}

async function reportSize({ ownerUrl }: BenchDatabase, count: number): Promise<void> {
  const owner = openDatabase(ownerUrl, { maxConnections: 1 });
  try {
    const { rows: done } = await owner.pool.query<{ count: number }>(
      `select count(*)::int as count from tasks where status = 'done' and attempt = 1`,
    );
    if (done[0]?.count !== count) throw new Error(`${done[0]?.count} of ${count} tasks are done`);
    const { rows } = await owner.pool.query<{ name: string; bytes: number }>(
      'select name, pg_total_relation_size(name::regclass)::float8 as bytes from unnest($1::text[]) as name',
      [tables],
    );
    const total = rows.reduce((sum, { bytes }) => sum + bytes, 0);
    const sizes = rows.map(({ name, bytes }) => `${name} ${(bytes / 1e6).toFixed(1)}`);
    console.log(`${count} tasks done: ${(total / 1e9).toFixed(3)} GB; in MB: ${sizes.join(', ')}`);
  } finally {
    await owner.close();
  }
}
