import type { EventPage, TaskHistoryQuery } from '@crewboard/contracts';
import type { z } from 'zod';
import { findTask } from '../tasks/find-task.ts';
import type { VerbContext } from '../verb-context.ts';
import { listNewestEvents } from './list-newest-events.ts';

type Call = { ctx: VerbContext; input: z.output<typeof TaskHistoryQuery> };

/** The events of a task, the newest first. */
export async function listTaskHistory({ ctx, input }: Call): Promise<EventPage> {
  await findTask(ctx, input.taskId);
  return listNewestEvents(ctx, { subjectId: input.taskId, limit: input.limit, cursor: input.cursor });
}
