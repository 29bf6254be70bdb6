import type { EventPage } from '@crewboard/contracts';
import { setCursors } from '../read-page.ts';
import type { VerbContext } from '../verb-context.ts';
import { findPositionBefore } from './log/find-position.ts';
import { readHistoryRemovedAt } from './log/read-history-removed-at.ts';
import { type LogQuery, readLog } from './log/read-log.ts';
import { withTexts } from './task-texts.ts';
import { subjectsVisibleTo } from './visible-subjects.ts';

type Page = Partial<Pick<LogQuery, 'subjects'>> &
  Pick<LogQuery, 'subjectId' | 'type' | 'actorId' | 'from' | 'to' | 'limit'> & {
    cursor?: string | null | undefined;
  };

/**
 * A page of the events that the caller may read, the newest first. For the audit log, the history of a task, and
 * descending lists.
 */
export async function listNewestEvents(
  ctx: VerbContext,
  { cursor, limit, ...filter }: Page,
): Promise<EventPage> {
  const { teamId } = ctx.actor;
  const visible = subjectsVisibleTo(ctx.actor);
  const { events, ...cursors } = await readLog(ctx.db.reads, {
    ...filter,
    teamId,
    subjects: filter.subjects?.filter((subject) => visible.includes(subject)) ?? visible,
    before: typeof cursor === 'string' ? await findPositionBefore(ctx.db.reads, teamId, cursor) : undefined,
    order: 'desc',
    limit,
  });
  const historyRemovedAt = await readHistoryRemovedAt(ctx, filter);
  setCursors(ctx, cursors);
  return {
    events: await withTexts(ctx.db.reads, events, ({ subject }) => subject.id),
    nextCursor: cursors.nextCursor,
    historyRemovedAt,
  };
}
