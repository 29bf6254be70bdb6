import { decideUpdate, type Task, TaskPatch, type UpdateTask } from '@crewboard/contracts';
import type { z } from 'zod';
import { AppError } from '../../errors.ts';
import { assertPatch } from '../row-change.ts';
import type { VerbContext } from '../verb-context.ts';
import { changeTask } from './change/change-task.ts';
import { findTask } from './find-task.ts';
import { assertReferences, findReferences } from './task-references.ts';
import { toTask } from './task-row.ts';

type Call = { ctx: VerbContext; input: z.output<typeof UpdateTask> & { version?: number } };
const agentFields: readonly string[] = ['title', 'description', 'priority'];

async function assertMayWrite({ ctx, input }: Call, fields: string[]): Promise<void> {
  const forbidden = fields.filter((field) => !agentFields.includes(field));
  if (ctx.actor.kind !== 'agent' || forbidden.length === 0) return;
  await findTask(ctx, input.taskId);
  throw new AppError(
    'FORBIDDEN',
    `An agent may not write ${forbidden.join(', ')}; it may write ${agentFields.join(', ')}.`,
  );
}

/**
 * Writes the given fields. Changing the assignee of a held task transfers the claim; setting it to null
 * releases the task to `todo`. A patch without a difference keeps `updatedAt` and writes no event. With `version`, a
 * task in any other version is a 412.
 */
export async function updateTask(call: Call): Promise<Task> {
  const { ctx, input } = call;
  const { taskId, version, ...patch } = input;
  assertPatch(patch, TaskPatch);
  await assertMayWrite(call, Object.keys(patch));
  const versions = version === undefined ? ctx.ifMatch : [version];
  const found = await findReferences(ctx, patch);
  const { task } = await changeTask(ctx, taskId, {
    decide(task, now) {
      assertReferences(found, patch);
      return decideUpdate(task, { patch, versions, caller: ctx.actor }, now);
    },
    comparesTexts: true,
  });
  ctx.taskArrivals.report(ctx.actor.teamId, task);
  return toTask(task);
}
