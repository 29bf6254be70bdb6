import type { EventPage } from '@crewboard/contracts';
import type { VerbContext } from '../verb-context.ts';
import { assertPosition } from './assert-position.ts';
import { type LogQuery, readLog } from './read-log.ts';
import { readableSubjects } from './readable-subjects.ts';
import { withTexts } from './task-texts.ts';

type Page = Partial<Pick<LogQuery, 'subjects'>> &
  Pick<LogQuery, 'subjectId' | 'type' | 'actorId' | 'from' | 'to' | 'limit'> & {
    cursor?: string | null | undefined;
  };

/** A page of the log from its end: what the caller may read of it. */
export async function newestFirst(ctx: VerbContext, { cursor, limit, ...filter }: Page): Promise<EventPage> {
  const readable = readableSubjects(ctx.actor);
  const { events, nextCursor } = await readLog(ctx.db.reads, {
    ...filter,
    teamId: ctx.actor.teamId,
    subjects: filter.subjects?.filter((subject) => readable.includes(subject)) ?? readable,
    before: cursor ? await assertPosition(ctx.db.reads, cursor) : undefined,
    order: 'desc',
    limit,
  });
  return {
    events: await withTexts(ctx.db.reads, events, ({ subject }) => subject.id),
    nextCursor,
  };
}
