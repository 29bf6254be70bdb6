import type { CreateTasks, Task } from '@crewboard/contracts';
import { newId } from '@crewboard/db';
import type { Batches } from '#src/batching/batches.ts';
import { AppError, invalid, rateLimited } from '#src/errors.ts';
import type { Call } from '../../verb-context.ts';
import { withExternalIds } from '../external-id.ts';
import { startTimesOf } from '../start-time.ts';
import { assertOneAssignee } from '../task-references.ts';
import { toTask } from '../task-row.ts';
import { insertPlan } from './insert-plan.ts';
import { type PlannedItem, pathOf, resolvePlan } from './plan.ts';

/**
 * The teams whose plan a process is creating. By the batches of a process, so that tests can run several services in
 * one.
 */
const runningTeamsByProcess = new WeakMap<Batches, Set<string>>();

/**
 * Creates a plan of up to 500 tasks, all or none. A process creates one plan of a team at a time, because a plan holds
 * the lock of the team: other requests get RATE_LIMITED.
 */
export async function createTasks({ ctx, input: { tasks } }: Call<typeof CreateTasks>): Promise<Task[]> {
  const { teamId } = ctx.actor;
  const plan = resolvePlan(tasks, newId);
  const toStartTime = await startTimesOf(
    ctx,
    plan.items.map(({ notBefore }) => notBefore),
  );
  const items = plan.items.map((item) =>
    withItemPath(item, () => {
      assertOneAssignee(item);
      return { ...item, notBefore: toStartTime(item.notBefore) };
    }),
  );
  const runningTeams = runningTeamsByProcess.get(ctx.batches) ?? new Set();
  runningTeamsByProcess.set(ctx.batches, runningTeams);
  if (runningTeams.has(teamId))
    throw rateLimited('Another plan of your team is being created: send one at a time.', 1);
  ctx.chargeItems?.(tasks.length);
  runningTeams.add(teamId);
  try {
    const externalIds = items.map(({ externalId, index }) => ({
      externalId,
      path: pathOf(index, 'externalId'),
    }));
    const created = await withExternalIds(ctx, externalIds, () => insertPlan(ctx, { ...plan, items }));
    for (const task of created) ctx.taskArrivals.report(teamId, task);
    return created.map(toTask);
  } finally {
    runningTeams.delete(teamId);
  }
}

/** Adds the index of an item in the request to the paths of its errors. */
function withItemPath<Result>({ index }: PlannedItem, check: () => Result): Result {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof AppError) || !error.errors) throw error;
    throw invalid(error.errors.map(({ path, message }) => ({ path: pathOf(index, path), message })));
  }
}
