import { Task } from '@crewboard/contracts';
import { expect, it } from 'vitest';
import { Batches } from '../../src/batching/batches.ts';
import { archiveClosed } from '../../src/features/tasks/background/archive-tasks.ts';
import { createSystemContextOf } from '../../src/features/tasks/background/system-context.ts';
import { expectBody, useApi } from '../harness.ts';
import { callQuery, signedIn } from '../log/support/people.ts';
import { calls, done, readTask } from '../support/tasks.ts';
import { createWorld, type World } from '../support/world.ts';

const api = useApi();
const post = (world: World, path: string, extra = {}) =>
  api().request('POST', path, { token: world.team.apiKey, ...extra });
type Column = { tasks: Task[]; nextCursor: unknown };

it('a closed task that a person restores stays restored', async () => {
  const world = await createWorld(api());
  const { projectId } = world.team;
  const taskId = await api().createTask(world.team);
  await done(calls(api()).move(world.team.apiKey, taskId, 'done'));
  await api().db.pool.query('update projects set archive_after_days = 7 where id = $1', [projectId]);
  await api().db.pool.query(`update tasks set status_changed_at = now() - interval '8 days' where id = $1`, [
    taskId,
  ]);
  const { db } = api();
  const run = () =>
    archiveClosed({ db, systemContextOf: createSystemContextOf({ of: () => db }, new Batches(db)) });
  await run();
  expect((await readTask(api(), world, taskId)).archivedAt).not.toBeNull();
  expectBody(await post(world, `/api/tasks/${taskId}/restore`), 200, Task);
  await run();
  expect((await readTask(api(), world, taskId)).archivedAt).toBeNull();
});

it('the palette finds an open task behind 1,100 archived ones with its text', async () => {
  const world = await createWorld(api());
  const { teamId, projectId } = world.team;
  const person = await signedIn(api(), teamId, 'member');
  await api().db.pool.query(
    `insert into tasks (id, team_id, project_id, title, status, in_queue, archived_at, created_at)
     select 'arch-' || n || $1, $1, $2, 'zebra stripes', 'done', false, now(), now() from generate_series(1, 1100) as n`,
    [teamId, projectId],
  );
  await api().db.pool.query(
    `insert into tasks (id, team_id, project_id, title, in_queue, created_at)
     select 'open-' || n || $1, $1, $2, case when n = 1100 then 'zebra stripes' else 'other' end, true, now() - n * interval '1 second'
     from generate_series(1, 1100) as n`,
    [teamId, projectId],
  );
  const read = async () =>
    (await callQuery(api(), person, 'board.column', { teamId, status: 'todo', search: 'zebra', limit: 10 }))
      .data as Column;
  const { tasks } = await read();
  expect(tasks).toHaveLength(1);
});
