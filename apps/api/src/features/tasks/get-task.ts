import type { Task, TaskTarget } from '@crewboard/contracts';
import type { z } from 'zod';
import type { VerbContext } from '../verb-context.ts';
import { findTask } from './find-task.ts';
import { toTask } from './task-row.ts';

type Call = { ctx: VerbContext; input: z.output<typeof TaskTarget> };

export async function getTask({ ctx, input }: Call): Promise<Task> {
  return toTask(await findTask(ctx, input.taskId));
}
