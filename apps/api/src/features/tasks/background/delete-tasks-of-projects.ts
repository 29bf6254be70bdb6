import { defineStatement, type Queryable, queryMany, raw, sql } from '@crewboard/db';
import { changeLocked } from '../change/change-locked.ts';
import { readTasks, type SeenTask } from '../change/read-task.ts';
import { removeTask, removeTasksOfProject } from '../change/remove-tasks.ts';
import type { TaskArrivals } from '../queue/task-arrivals.ts';
import type { SystemContextOf } from './system-context.ts';

/**
 * The maximum of tasks in one transaction: it has the lock of the team, for which other changes of dependencies wait.
 */
const batchSize = 50;
/** The maximum of projects in one round. */
const maxProjects = 20;

type Found = { projectId: string; teamId: string; taskIds: string[] };

/**
 * Finds up to 50 tasks of each deleted project. Has two parts, because the indexes have archived and other tasks apart.
 */
const selectTasks = defineStatement<object, Found>(
  () => sql`
  select id as "projectId", team_id as "teamId", array_agg(task_id) as "taskIds"
  from (
    select id, team_id from tombstones where erase_at is not null and subject_type = 'project'
    order by erase_at limit ${raw(String(maxProjects))}
  ) as project cross join lateral (
    select task_id from (
      (select id as task_id from tasks where project_id = project.id and archived_at is not null
        limit ${raw(String(batchSize))})
      union all
      (select id from tasks where project_id = project.id and archived_at is null
          and status in ('todo', 'in_progress', 'done', 'cancelled')
        limit ${raw(String(batchSize))})
    ) as each limit ${raw(String(batchSize))}
  ) as task group by id, team_id`,
);

type Parts = { db: Queryable; systemContextOf: SystemContextOf; taskArrivals: Pick<TaskArrivals, 'report'> };

/** The number of tasks that were found, and why those of some project could not be deleted; the others were. */
type Round = { count: number; failure: unknown };

/** Deletes up to 50 tasks of each deleted project. After a crash, the next round of any process goes on. */
export async function deleteTasksOfProjects({ db, ...parts }: Parts): Promise<Round> {
  const found = await queryMany(db, selectTasks, {});
  let failure: unknown;
  for (const each of found) {
    await deleteTasksOf(parts, each).catch((error) => {
      failure ??= error;
    });
  }
  return { count: found.reduce((sum, { taskIds }) => sum + taskIds.length, 0), failure };
}

async function deleteTasksOf(
  { systemContextOf, taskArrivals }: Omit<Parts, 'db'>,
  { teamId, projectId, taskIds }: Found,
): Promise<void> {
  const system = systemContextOf(teamId);
  const lock = { dependenciesOfTeam: teamId };
  const read = async (db: Queryable, ids: readonly string[]): Promise<SeenTask[]> => {
    const calls = ids.map((taskId) => ({ teamId, taskId, actorId: null, tokenHash: null }));
    const tasks = await readTasks(db, calls);
    // Do not delete tasks that have left the project meanwhile.
    return tasks.filter((task) => task !== undefined).filter((task) => task.projectId === projectId);
  };
  const batch = await changeLocked(system.db, lock, async (db) =>
    removeTasksOfProject(system, db, await read(db, taskIds), projectId),
  );
  const failures: unknown[] = [];
  for (const taskId of batch?.relatedIds ?? []) {
    const removed = await changeLocked(system.db, lock, async (db) => {
      const [task] = await read(db, [taskId]);
      return task && removeTask(system, db, task, projectId);
    }).catch((error) => void failures.push(error));
    for (const task of removed?.unblocked ?? []) taskArrivals.report(teamId, task);
  }
  // Fail after the loop, so that a task that cannot be deleted does not keep the others.
  if (failures.length > 0) throw failures[0];
}
