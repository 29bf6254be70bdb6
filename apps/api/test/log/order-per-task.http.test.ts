import type { Task } from '@crewboard/contracts';
import type { Database } from '@crewboard/db';
import { openTestDatabase } from '@crewboard/db/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Reply, useApi } from '../harness.ts';
import { calls, done, taskIn } from '../support/tasks.ts';
import { createWorld, type World } from '../support/world.ts';
import { OpenWriter } from './support/open-writer.ts';
import { allEvents } from './support/page-poller.ts';

const api = useApi();

let foreign: Database;
let world: World;
beforeAll(() => {
  foreign = openTestDatabase(api().db.url, { maxConnections: 4 });
});
afterAll(() => foreign.close());
beforeEach(async () => {
  world = await createWorld(api());
});

/** A statement of the app that waits for a row, and whether it already has a position in the log. */
async function findWaiting(): Promise<{ xid: string | null } | undefined> {
  const { rows } = await foreign.pool.query<{ xid: string | null }>(
    `select backend_xid::text as xid from pg_stat_activity
     where application_name = 'crewboard' and wait_event_type = 'Lock' and datname = current_database()`,
  );
  return rows[0];
}

async function waiting(): Promise<{ xid: string | null } | undefined> {
  let found: Awaited<ReturnType<typeof findWaiting>>;
  const find = async () => {
    found = await findWaiting();
    return found;
  };
  await expect.poll(find, { interval: 10 }).toBeDefined();
  return found;
}

/** Changes a task and writes the event in a transaction that stays open, as a verb would. */
async function changeSlowly(taskId: string, set: string): Promise<OpenWriter> {
  const writer = await OpenWriter.begin(foreign.pool);
  await writer.client.query(`select from tasks where id = $1 for no key update`, [taskId]);
  const { rows } = await writer.client.query<{ snapshot: Task }>(
    `update tasks set ${set}, updated_at = clock_timestamp() where id = $1
     returning jsonb_build_object('id', id, 'status', status, 'title', title) as snapshot`,
    [taskId],
  );
  await writer.write({ teamId: world.team.teamId, subjectId: taskId, snapshot: { ...rows[0]?.snapshot } });
  return writer;
}

/** It locks its agent first, as a deactivation does, and loses to what has changed the task meanwhile. */
const locksAgent = 'update of the assignee';

const verbs: [string, 'todo' | 'held by Ada', (taskId: string) => Promise<Reply>][] = [
  ['claim', 'todo', (taskId) => calls(api()).claim(world.ada.token, taskId)],
  ['complete', 'held by Ada', (taskId) => calls(api()).complete(world.ada.token, taskId)],
  ['move', 'todo', (taskId) => calls(api()).move(world.team.apiKey, taskId, 'cancelled')],
  ['update', 'todo', (taskId) => calls(api()).update(world.team.apiKey, taskId, { title: 'Mine' })],
  [
    locksAgent,
    'todo',
    (taskId) => calls(api()).update(world.team.apiKey, taskId, { assignedAgentId: world.bob.id }),
  ],
];

describe('concurrent changes of one task', () => {
  it.each(verbs)(
    '%s gets its log position after it has locked its task, after the change it waited for',
    async (name, situation, call) => {
      const taskId = await taskIn(api(), world, situation);
      const slow = await changeSlowly(taskId, `title = 'Theirs'`);
      const reply = call(taskId);
      const found = await waiting();
      await slow.commit();
      expect(found?.xid === null).toBe(name !== locksAgent);
      await done(reply);
      const events = await allEvents(api(), world.team.teamId, world.team.apiKey, { taskId });
      const [theirs, ours] = events.slice(-2);
      expect(theirs?.snapshot).toMatchObject({ title: 'Theirs' });
      expect(ours?.actor.kind).not.toBe('system');
      expect(String(ours?.snapshot.updatedAt) > String(events.at(-3)?.snapshot.updatedAt)).toBe(true);
    },
  );

  it.each([
    ['moved back to todo', `status = 'todo', in_queue = true, assigned_agent_id = null, completed_at = null`],
    ['cancelled', `status = 'cancelled', completed_at = null`],
  ])('an update that waited for a completed task to be %s succeeds', async (_, set) => {
    const taskId = await taskIn(api(), world, 'completed by Ada');
    const slow = await changeSlowly(taskId, set);
    const reply = calls(api()).update(world.team.apiKey, taskId, { title: 'Mine' });
    await waiting();
    await slow.commit();
    expect((await done(reply)).title).toBe('Mine');
  });

  it('a comment during a change of the task writes no older snapshot after a newer one', async () => {
    const taskId = await taskIn(api(), world, 'todo');
    const slow = await changeSlowly(taskId, `title = 'Theirs'`);
    const comment = api().createComment(world.team, taskId);
    // The comment may wait for the change, or come before it in the log.
    let isWritten = false;
    void comment.then(() => {
      isWritten = true;
    });
    await expect
      .poll(async () => isWritten || (await findWaiting()) !== undefined, { interval: 10 })
      .toBe(true);
    await slow.commit();
    await comment;
    const events = await allEvents(api(), world.team.teamId, world.team.apiKey, { taskId });
    const titles = events.map(({ snapshot }) => snapshot.title);
    const first = titles.indexOf('Theirs');
    expect(first).toBeGreaterThan(0);
    expect(titles.slice(first)).toEqual(titles.slice(first).map(() => 'Theirs'));
  });
});
