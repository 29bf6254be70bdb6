import {
  agentWritableInWords,
  creatorWritableInWords,
  decideUpdate,
  findForbiddenFields,
  isCreatedBy,
  type Task,
  TaskPatch,
  type UpdateTask,
} from '@crewboard/contracts';
import type { z } from 'zod';
import { AppError } from '../../errors.ts';
import { assertPatch } from '../assert-patch.ts';
import type { VerbContext } from '../verb-context.ts';
import { type ChangeRequest, changeTask } from './change/change-task.ts';
import { stopsOf } from './change/read-task.ts';
import { withExternalId } from './external-id.ts';
import { assertStartTime } from './start-time.ts';
import { taskError } from './task-errors.ts';
import { assertOneAssignee, assertReferences, findReferences } from './task-references.ts';
import { toTask } from './task-row.ts';

type Call = { ctx: VerbContext; input: z.output<typeof UpdateTask> & { version?: number } };

/**
 * Writes the given fields. A new assignee of a held task takes the claim over; the assignee null releases the task to
 * `todo`. A patch without a difference keeps `updatedAt` and writes no event. With `version`, a task in another version
 * is a 412.
 */
export async function updateTask({ ctx, input }: Call): Promise<Task> {
  const { taskId, version, ...patch } = input;
  assertPatch(patch, TaskPatch);
  assertOneAssignee(patch);
  const versions = version === undefined ? ctx.ifMatch : [version];
  const agentId = patch.assignedAgentId;
  const found = await findReferences(ctx, patch);
  const request: ChangeRequest = {
    decide(task, now) {
      const decision = decideUpdate(task, { patch, versions, caller: ctx.actor, ...stopsOf(task) }, now);
      if (decision === 'FORBIDDEN') throw forbidden(patch, isCreatedBy(task, ctx.actor));
      // The agent may have been deactivated since the lookup.
      const agentFound = found.agentFound && !task.isAssigneeInactive;
      assertReferences({ ...found, agentFound }, patch);
      assertStartTime(patch.notBefore, now);
      // `changeTask` would name the start time before the patch.
      if (decision === 'TASK_NOT_CLAIMABLE') {
        const { notBefore = task.notBefore } = patch;
        throw taskError(decision, { ...task, notBefore }, { callerId: ctx.actor.id, now });
      }
      return decision;
    },
    comparesTexts: true,
    readsAssignee: Boolean(agentId),
    readsStopsOf: agentId ? { agentId, projectId: patch.projectId } : undefined,
  };
  const { task } = await withExternalId(ctx, patch.externalId, () => changeTask(ctx, taskId, request));
  ctx.taskArrivals.report(ctx.actor.teamId, task);
  return toTask(task);
}

const forbidden = (patch: TaskPatch, isCreator: boolean): AppError =>
  new AppError(
    'FORBIDDEN',
    `An agent may not write ${findForbiddenFields(patch, isCreator).join(', ')} of this task; it may write ` +
      `${agentWritableInWords}, and ${creatorWritableInWords} of what it created and nobody holds.`,
  );
