import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { openTestDatabase } from '@crewboard/db/testing';
import { beforeAll, expect, it } from 'vitest';
import { addUncounted } from '../../src/workers/log-counter.ts';
import { useApi } from '../harness.ts';
import { useRandom } from '../support/random.ts';
import type { Random } from '../support/seeded-random.ts';
import { createProject, createWorld, type World } from '../support/world.ts';
import {
  countCompletions,
  countTasks,
  readCompletions,
  readCounts,
  storedCounts,
} from './support/count-rows.ts';

const api = useApi();
const writers = 8;
const steps = 25;

let world: World;
let secondProject: string;
beforeAll(async () => {
  world = await createWorld(api());
  secondProject = await createProject(api(), world.team);
});

/** One of all the changes of a task, which may be rejected. */
async function change({ pick }: Random, taskIds: string[]): Promise<void> {
  const { team, ada, bob } = world;
  const taskId = pick(taskIds);
  const agent = pick([ada, bob]);
  const post = (action: string, token: string, body = {}) =>
    api().request('POST', `/api/tasks/${taskId}/${action}`, { token, body });
  const patch = (body: object) =>
    api().request('PATCH', `/api/tasks/${taskId}`, { token: team.apiKey, body });
  const fields = {
    priority: pick(['low', 'normal', 'high']),
    projectId: pick([team.projectId, secondProject]),
  };
  const actions = [
    async () => void taskIds.push(await api().createTask(team, fields)),
    () => post('claim', agent.token),
    () => post('complete', agent.token),
    () => post('release', team.apiKey),
    () => post('move', team.apiKey, { status: pick(['todo', 'in_progress', 'done', 'cancelled']) }),
    () => patch({ assignedAgentId: pick([ada.id, bob.id, null]) }),
    () => patch(fields),
    () => api().createComment(team, taskId),
    () =>
      api().request('POST', `/api/teams/${team.teamId}/tasks/claim-next`, { token: agent.token, body: {} }),
  ];
  await pick(actions)();
}

/** Compares in one snapshot, so that writers need not stop. */
async function expectExact(): Promise<void> {
  const client = await api().db.pool.connect();
  try {
    await client.query('begin isolation level repeatable read');
    expect(await readCounts(client)).toEqual(await countTasks(client));
    expect(await readCompletions(client)).toEqual(await countCompletions(client));
  } finally {
    await client.query('rollback');
    client.release();
  }
}

function startCounter(): ChildProcess {
  const script = fileURLToPath(new URL('support/count-in-process.ts', import.meta.url));
  return spawn(process.execPath, [script, api().db.url], { stdio: 'ignore' });
}

/** Counts all that is settled; the app may be counting at the same time. */
async function drain(): Promise<void> {
  const isBehind = async () => {
    const { rows } = await api().db.pool.query<{ isBehind: boolean }>(
      `select exists (select from events, log_readers reader where reader.name = 'counts'
         and (events.xid, events.id) > (reader.xid, reader.id)) as "isBehind"`,
    );
    return rows[0]?.isBehind;
  };
  await expect
    .poll(
      async () => {
        await api().db.pool.query(addUncounted.text);
        return isBehind();
      },
      { timeout: 60_000, interval: 20 },
    )
    .toBe(false);
}

it('counts each change once, with 8 writers and counting processes that are killed', async () => {
  const random = useRandom();
  const replica = await api().replica();
  const taskIds = await Promise.all(Array.from({ length: 5 }, () => api().createTask(world.team)));
  let isWriting = true;
  const written = Promise.all(
    Array.from({ length: writers }, async () => {
      for (let step = 0; step < steps; step += 1) await change(random, taskIds);
    }),
  ).finally(() => {
    isWriting = false;
  });
  let killed = 0;
  while (isWriting) {
    const counter = startCounter();
    await once(counter, 'spawn');
    for (let read = 0; read < 3; read += 1) await expectExact();
    counter.kill('SIGKILL');
    await once(counter, 'exit');
    killed += 1;
  }
  await written;
  await drain();
  await replica.close();
  const expected = await countTasks(api().db);
  expect(killed).toBeGreaterThan(0);
  // Of the team and of two projects.
  expect(Object.keys(expected).length).toBeGreaterThan(6);
  expect(await storedCounts(api().db)).toEqual(expected);
});

it('counts the same from the log alone, and from the tasks alone', async () => {
  const own = openTestDatabase(api().db.url, { maxConnections: 1 });
  const expected = await countTasks(own);
  const completions = await countCompletions(own);
  await own.pool.query('select recount()');
  await drain();
  expect(await storedCounts(own)).toEqual(expected);
  expect(await readCompletions(own)).toEqual(completions);
  await own.pool.query(`begin; select pg_advisory_xact_lock(hashtextextended('counts', 9));
    delete from task_counts; delete from team_activity; delete from agent_completions;
    update log_readers set xid = '0', id = 0 where name = 'counts'; commit`);
  await drain();
  expect(await storedCounts(own)).toEqual(expected);
  expect(await readCompletions(own)).toEqual(completions);
  const { rows } = await own.pool.query(
    `select sum(count)::int as total, sum(count) filter (where isfinite(quarter))::int as quarters from agent_completions`,
  );
  expect(rows[0]?.quarters * 2).toBe(rows[0]?.total);
  await own.close();
});
