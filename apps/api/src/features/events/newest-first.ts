import type { EventPage } from '@crewboard/contracts';
import type { VerbContext } from '../../trpc/context.ts';
import { assertPosition } from './assert-position.ts';
import { type LogQuery, readLog } from './read-log.ts';
import { readableSubjects } from './readable-subjects.ts';

type Page = Partial<Pick<LogQuery, 'subjects'>> &
  Pick<LogQuery, 'subjectId' | 'type' | 'actorId' | 'from' | 'to' | 'limit'> & {
    cursor?: string | null | undefined;
  };

/** A page of the log from its end: what the caller may read of it. */
export async function newestFirst(ctx: VerbContext, { cursor, limit, ...filter }: Page): Promise<EventPage> {
  const readable = readableSubjects(ctx.actor);
  const events = await readLog(ctx.db, {
    ...filter,
    teamId: ctx.actor.teamId,
    subjects: filter.subjects?.filter((subject) => readable.includes(subject)) ?? readable,
    before: cursor ? await assertPosition(ctx.db, cursor) : undefined,
    order: 'desc',
    limit: limit + 1,
  });
  const page = events.slice(0, limit);
  return { events: page, nextCursor: events.length > limit ? (page.at(-1)?.id ?? null) : null };
}
