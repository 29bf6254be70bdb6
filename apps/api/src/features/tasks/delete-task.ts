import { findDeletionObstacle, type TaskTarget } from '@crewboard/contracts';
import { defineStatement, type Queryable, queryOne, sql } from '@crewboard/db';
import { AppError, notFound } from '../../errors.ts';
import { deadlineOf } from '../../limits/team-databases.ts';
import type { Call } from '../verb-context.ts';
import { changeLocked } from './change/change-locked.ts';
import { readTasks, type SeenTask } from './change/read-task.ts';
import { type Removed, removeTask } from './change/remove-tasks.ts';

/**
 * Deletes a task for good, if it is closed or archived. Its dependants no longer wait for it, and its sub-tasks lose
 * their parent. The eraser erases its content soon after; its tombstone stays. Throws NOT_FOUND, NOT_DELETABLE, or
 * UNAVAILABLE after 5 s of retries.
 */
export async function deleteTask({ ctx, input: { taskId } }: Call<typeof TaskTarget>): Promise<void> {
  const { teamId, id: actorId } = ctx.actor;
  const remove = async (db: Queryable): Promise<Removed | undefined> => {
    const [task] = await readTasks(db, [{ teamId, taskId, actorId, tokenHash: null }]);
    if (!task) throw notFound();
    await assertDeletable(db, task);
    return removeTask(ctx, db, task);
  };
  const deadline = deadlineOf(ctx.db);
  while (performance.now() < deadline) {
    const removed = await changeLocked(ctx.db, { dependenciesOfTeam: teamId }, remove);
    for (const task of removed?.unblocked ?? []) ctx.taskArrivals.report(teamId, task);
    // Another change came first, or sub-tasks remain that have this parent.
    if (!removed?.isDeleted) continue;
    ctx.eraser.wake();
    return;
  }
  throw new AppError('UNAVAILABLE', 'The task could not be deleted within 5 s. Try again in a moment.');
}

const countOpenDependants = defineStatement<{ taskId: string }, { count: number }>(
  ({ taskId }) => sql`
  select count(*)::int as count from task_dependencies cross join lateral (
    select status, archived_at from tasks where tasks.id = task_id limit 1) as dependant
  where blocker_id = ${taskId} and status in ('todo', 'in_progress') and archived_at is null`,
);

/**
 * Throws NOT_DELETABLE. The count stays right until the deletion: the lock of the team keeps dependencies as they are.
 */
async function assertDeletable(db: Queryable, task: SeenTask): Promise<void> {
  const found = task.dependants > 0 && (await queryOne(db, countOpenDependants, { taskId: task.id }));
  const openDependants = found ? found.count : 0;
  const obstacle = findDeletionObstacle(task, { openDependants });
  if (!obstacle) return;
  throw new AppError(
    'NOT_DELETABLE',
    obstacle === 'open'
      ? `The task is ${task.status}. Cancel or archive it first.`
      : `${openDependants === 1 ? '1 open task waits' : `${openDependants} open tasks wait`} for this task, which is not done. Change what they wait for first.`,
  );
}
