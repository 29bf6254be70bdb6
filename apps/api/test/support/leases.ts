import { Task } from '@crewboard/contracts';
import { expect } from 'vitest';
import { expectBody, type TestApi } from '../harness.ts';
import { calls, done } from './tasks.ts';
import type { World } from './world.ts';

/**
 * For a harness whose sweepers run at start and when notified: tests see the time between a lease's end and its
 * sweep.
 */
export const onlyNotifiedSweeps = { bounds: { leaseSweepIntervalMs: 3_600_000 } };

/** Longer than any test takes. */
export const leaseSeconds = 3_600;

/** Ada claims a task with a lease. */
export async function leaseTo(
  api: TestApi,
  agent: { token: string },
  taskId: string,
  seconds = leaseSeconds,
): Promise<Task> {
  return done(calls(api).claim(agent.token, taskId, { body: { leaseSeconds: seconds } }));
}

const setLeaseEnd = (columns: string) => async (api: TestApi, taskIds: string[]) => {
  const { rowCount } = await api.owner.query(
    `update tasks set ${columns} where id = any($1) and lease_expires_at is not null`,
    [taskIds],
  );
  expect(rowCount).toBe(taskIds.length);
};
const aSecondAgo = `now() - interval '1 second'`;
const setUnseenLeaseEnd = setLeaseEnd(`lease_expires_at = ${aSecondAgo}`);
const setDueLeaseEnd = setLeaseEnd(`lease_expires_at = ${aSecondAgo}, check_at = ${aSecondAgo}`);

/**
 * Lets the leases of these tasks end a second ago. No sweeper sees it before `expire`: a round may be running, or follow
 * one of a notification.
 */
export const passLeaseEnd = (api: TestApi, ...taskIds: string[]): Promise<void> =>
  setUnseenLeaseEnd(api, taskIds);
/** The same, and any sweeper may end them from now on. */
export const endLeases = (api: TestApi, ...taskIds: string[]): Promise<void> => setDueLeaseEnd(api, taskIds);

/** Notifies the sweepers of all processes until they have ended every lease whose time is over. */
export async function sweep(api: TestApi): Promise<void> {
  const countAfterNotification = async () => {
    await api.owner.query(`select pg_notify('crewboard_leases', '')`);
    const { rowCount } = await api.owner.query('select from tasks where check_at <= now()');
    return rowCount;
  };
  await expect.poll(countAfterNotification, { timeout: 60_000, interval: 20 }).toBe(0);
}

/** The leases of these tasks end, and are swept. */
export async function expire(api: TestApi, ...taskIds: string[]): Promise<void> {
  await endLeases(api, ...taskIds);
  await sweep(api);
}

/** The times before which nobody may start these tasks have come a second ago. No sweeper has seen it yet. */
export async function passStartTime(api: TestApi, ...taskIds: string[]): Promise<void> {
  const { rowCount } = await api.owner.query(
    `update tasks set not_before = at, check_at = case when check_at is not null and lease_seconds is null then at else check_at end
     from (select now() - interval '1 second' as at) as time where id = any($1) and not_before is not null`,
    [taskIds],
  );
  expect(rowCount).toBe(taskIds.length);
}

/** Bounds how often in a row a lease of the General project may expire. */
export async function setMaxAttempts(
  api: TestApi,
  { team }: World,
  maxAttempts: number | null,
): Promise<void> {
  const reply = await api.request('PATCH', `/api/projects/${team.projectId}`, {
    token: team.apiKey,
    body: { maxAttempts },
  });
  if (reply.status !== 200) throw new Error(`maxAttempts is not ${maxAttempts}: ${reply.text}`);
}

/** A new task that needs attention: its only permitted lease has expired. */
export async function exhaustedTask(api: TestApi, world: World): Promise<Task> {
  await setMaxAttempts(api, world, 1);
  const taskId = await api.createTask(world.team);
  await leaseTo(api, world.ada, taskId);
  await expire(api, taskId);
  const task = expectBody(await calls(api).get(world.team.apiKey, taskId), 200, Task);
  expect(task).toMatchObject({ status: 'todo', needsAttention: 'attempts_exhausted' });
  return task;
}
