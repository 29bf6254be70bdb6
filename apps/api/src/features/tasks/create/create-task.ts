import { type CreateTask, fieldsOnCreation, type Task, taskFields } from '@crewboard/contracts';
import { newId } from '@crewboard/db';
import type { Call } from '../../verb-context.ts';
import { withExternalId } from '../external-id.ts';
import { startTimesOf } from '../start-time.ts';
import { assertOneAssignee, assertReferences } from '../task-references.ts';
import { toTask } from '../task-row.ts';
import { insertTask } from './insert-tasks.ts';

/**
 * Creates a task in `todo`, even if it is assigned. A `notBefore` in the past, by the clock of the database, becomes
 * null. Throws EXTERNAL_ID_TAKEN if another task of the team has the `externalId`.
 */
export async function createTask({ ctx, input }: Call<typeof CreateTask>): Promise<Task> {
  assertOneAssignee(input);
  const fields = fieldsOnCreation(taskFields, input);
  const toStartTime = await startTimesOf(ctx, [fields.notBefore]);
  const notBefore = toStartTime(fields.notBefore);
  const create = () => insertTask(ctx, { id: newId(), ...fields, notBefore });
  const { task, ...found } = await withExternalId(ctx, fields.externalId, create);
  // Nothing was inserted if a reference was not found: the statement looks them up itself.
  assertReferences(found, input);
  ctx.taskArrivals.report(ctx.actor.teamId, task);
  return toTask(task);
}
