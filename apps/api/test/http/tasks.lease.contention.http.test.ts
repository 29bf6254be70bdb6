import { Task } from '@crewboard/contracts';
import { expect, it } from 'vitest';
import { expectBody, expectProblem, type Reply, useApi } from '../harness.ts';
import { endLeases, leaseTo, onlyNotifiedSweeps } from '../support/leases.ts';
import { useRandom } from '../support/random.ts';
import { sweep } from '../support/sweep.ts';
import { calls, OfHolder, readTask } from '../support/tasks.ts';
import { createWorld, setAgentStatus, type World } from '../support/world.ts';

const api = useApi(onlyNotifiedSweeps);

/** A task of Ada whose lease ends in so many milliseconds. */
async function endingLease(world: World, inMs: number): Promise<string> {
  const taskId = await api().createTask(world.team);
  await leaseTo(api(), world.ada, taskId);
  await api().owner.query(
    `update tasks set (lease_expires_at, check_at) = (select at, at from (select clock_timestamp() + $2 * interval '1 millisecond' as at) as time) where id = $1`,
    [taskId, inMs],
  );
  return taskId;
}

/** Sweeps without a pause until the task is not leased, or leased for long. */
async function sweepUntilDecided(taskId: string): Promise<void> {
  for (;;) {
    await sweep(api().db, api().app.taskArrivals);
    const { rowCount } = await api().owner.query(
      `select from tasks where id = $1 and lease_expires_at < now() + interval '1 minute'`,
      [taskId],
    );
    if (rowCount === 0) return;
  }
}

const typesOf = async (taskId: string) => (await api().events(taskId)).map(({ type }) => type).slice(2);

/** Sends a request around the end of Ada's lease, which is swept as soon as it is over. */
async function race(world: World, inMs: number, send: (taskId: string) => Promise<Reply>) {
  const taskId = await endingLease(world, inMs);
  const [reply] = await Promise.all([send(taskId), sweepUntilDecided(taskId)]);
  return { taskId, reply, types: await typesOf(taskId), task: await readTask(api(), world, taskId) };
}

it('two processes that sweep at once end each lease once', async () => {
  const world = await createWorld(api());
  const replica = await api().replica(onlyNotifiedSweeps);
  try {
    for (let round = 0; round < 3; round += 1) {
      const taskIds = await Promise.all(Array.from({ length: 20 }, () => api().createTask(world.team)));
      await Promise.all(taskIds.map((taskId) => leaseTo(api(), world.ada, taskId)));
      await endLeases(api(), ...taskIds);
      await Promise.all([api(), replica, api(), replica].map(({ db, app }) => sweep(db, app.taskArrivals)));
      // A round of a worker may have one, and ends it a moment later.
      for (const taskId of taskIds)
        await expect.poll(() => typesOf(taskId), { timeout: 60_000 }).toEqual(['task.lease_expired']);
    }
  } finally {
    await replica.close();
  }
});

it('two processes that sweep at once release each task of a deactivated agent once', async () => {
  const world = await createWorld(api());
  const replica = await api().replica(onlyNotifiedSweeps);
  try {
    const taskIds = await Promise.all(Array.from({ length: 20 }, () => api().createTask(world.team)));
    await Promise.all(taskIds.map((taskId) => leaseTo(api(), world.ada, taskId)));
    await setAgentStatus(replica, world.team, world.ada.id, 'inactive');
    await Promise.all([api(), replica].map(({ db, app }) => sweep(db, app.taskArrivals)));
    for (const taskId of taskIds) {
      await expect.poll(() => typesOf(taskId), { timeout: 60_000 }).toEqual(['task.released']);
    }
  } finally {
    await replica.close();
  }
});

it('a completion at the end of its lease succeeds or is stale, and never both', async () => {
  const world = await createWorld(api());
  const random = useRandom();
  for (let round = 0; round < 20; round += 1) {
    const body = { result: 'In time', ...(round % 2 && { attempt: 1 }) };
    const complete = (taskId: string) => calls(api()).complete(world.ada.token, taskId, { body });
    const { reply, types, task } = await race(world, random.below(40), complete);
    if (types.length === 2) {
      // Without its attempt, an agent completes what nobody holds.
      expect(body).not.toHaveProperty('attempt');
      expect(types).toEqual(['task.lease_expired', 'task.completed']);
      expect(expectBody(reply, 200, Task)).toMatchObject({ attempt: 2, status: 'done' });
    } else if (reply.status === 200) {
      expect(types).toEqual(['task.completed']);
      expect(task).toEqual(expectBody(reply, 200, Task));
    } else {
      expectProblem(reply, 409, 'STALE_CLAIM');
      expect(types).toEqual(['task.lease_expired']);
      expect(task).toMatchObject({ status: 'todo', result: null, attempt: 1 });
    }
  }
});

it('a heartbeat at the end of its lease extends it or is stale, and never both', async () => {
  const world = await createWorld(api());
  const random = useRandom();
  for (let round = 0; round < 20; round += 1) {
    const heartbeat = (taskId: string) =>
      calls(api()).heartbeat(world.ada.token, taskId, { body: { attempt: 1 } });
    const { reply, types, task } = await race(world, random.below(40), heartbeat);
    if (reply.status === 200) {
      expect(types).toEqual([]);
      expect(task).toEqual(expectBody(reply, 200, OfHolder));
      expect(task.status).toBe('in_progress');
    } else {
      expectProblem(reply, 409, 'STALE_CLAIM');
      expect(types).toEqual(['task.lease_expired']);
    }
  }
});
