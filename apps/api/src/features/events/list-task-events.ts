import type { Event, ListTaskEvents } from '@crewboard/contracts';
import { findTask } from '../tasks/find-task.ts';
import type { Call } from '../verb-context.ts';
import { listEvents } from './list-events.ts';

/** A page of the events of a task, in either order. */
export async function listTaskEvents({ ctx, input }: Call<typeof ListTaskEvents>): Promise<Event[]> {
  await findTask(ctx, input.taskId);
  return listEvents({ ctx, input: { ...input, teamId: ctx.actor.teamId } });
}
