import type { Event, ListTaskEvents } from '@crewboard/contracts';
import type { z } from 'zod';
import { findTask } from '../tasks/find-task.ts';
import type { VerbContext } from '../verb-context.ts';
import { listEvents } from './list-events.ts';

type Call = { ctx: VerbContext; input: z.output<typeof ListTaskEvents> };

/** The events of a task, in either order. */
export async function listTaskEvents({ ctx, input }: Call): Promise<Event[]> {
  await findTask(ctx, input.taskId);
  return listEvents({ ctx, input: { ...input, teamId: ctx.actor.teamId } });
}
