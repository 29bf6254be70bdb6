import { expect, it } from 'vitest';
import { useApi } from '../harness.ts';
import { expire, leaseTo } from '../support/leases.ts';
import { readTask } from '../support/tasks.ts';
import { createWorld } from '../support/world.ts';

const api = useApi({ bounds: { leaseSweepIntervalMs: 100 } });

it('releases what a deactivated agent holds, although the rounds of the sweeper failed for minutes', async () => {
  const world = await createWorld(api());
  const { owner, logLines } = api();
  const [taskId, other] = [await api().createTask(world.team), await api().createTask(world.team)];
  await leaseTo(api(), world.ada, taskId);
  // By now a round has succeeded.
  await leaseTo(api(), world.ada, other);
  await expire(api(), other);

  await owner.query('alter table pauses rename to absent_pauses');
  await expect.poll(() => logLines.some((line) => line.includes('cannot end leases'))).toBe(true);
  await owner.query(
    `update agents set status = 'inactive', updated_at = now() - interval '2 minutes' where id = $1`,
    [world.ada.id],
  );
  await owner.query('alter table absent_pauses rename to pauses');
  await expect.poll(async () => (await readTask(api(), world, taskId)).status).toBe('todo');
});
