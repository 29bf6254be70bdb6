import type { EventPage, TaskHistoryQuery } from '@crewboard/contracts';
import { findTask } from '../tasks/find-task.ts';
import type { Call } from '../verb-context.ts';
import { listNewestEvents } from './list-newest-events.ts';

/** A page of the events of a task for the dashboard, the newest first. */
export async function listTaskHistory({ ctx, input }: Call<typeof TaskHistoryQuery>): Promise<EventPage> {
  await findTask(ctx, input.taskId);
  return listNewestEvents(ctx, { subjectId: input.taskId, limit: input.limit, cursor: input.cursor });
}
