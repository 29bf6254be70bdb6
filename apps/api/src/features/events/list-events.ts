import { type Event, type ListEvents, withoutOrder } from '@crewboard/contracts';
import { setCursors } from '../read-page.ts';
import type { Call } from '../verb-context.ts';
import { listNewestEvents } from './list-newest-events.ts';
import { assertStillInLog, findPosition } from './log/find-position.ts';
import { readHistoryRemovedAt } from './log/read-history-removed-at.ts';
import { readLog } from './log/read-log.ts';
import { withTexts } from './task-texts.ts';
import { subjectsOfFilter } from './visible-subjects.ts';

/** A page of the events before that of the cursor, the newest first. */
async function listBackwards({ ctx, input }: Call<typeof ListEvents>): Promise<Event[]> {
  const { taskId: subjectId, type, limit, cursor } = input;
  const subjects = subjectsOfFilter(ctx.actor, input);
  const page = await listNewestEvents(ctx, { subjects, subjectId, type, limit, cursor });
  ctx.response.historyRemovedAt = page.historyRemovedAt;
  return page.events.map(withoutOrder);
}

/** A page of the team's log after the event of the cursor: at most `limit` and 4 MiB. */
export async function listEvents({ ctx, input }: Call<typeof ListEvents>): Promise<Event[]> {
  if (input.order === 'desc') return listBackwards({ ctx, input });
  const { teamId } = ctx.actor;
  const { taskId: subjectId, cursor } = input;
  const after = cursor === undefined ? undefined : await findPosition(ctx.db.reads, teamId, cursor);
  const { events, ...cursors } = await readLog(ctx.db.reads, {
    teamId,
    subjects: subjectsOfFilter(ctx.actor, input),
    ...{ subjectId, after },
    type: input.type,
    order: 'asc',
    limit: input.limit,
  });
  // Check after the read as well: if the event was removed meanwhile, the page may have a gap before it.
  if (after) await assertStillInLog(ctx.db.reads, teamId, after);
  ctx.response.historyRemovedAt = await readHistoryRemovedAt(ctx, { subjectId });
  setCursors(ctx, cursors);
  return withTexts(ctx.db.reads, events.map(withoutOrder), ({ subject }) => subject.id);
}
