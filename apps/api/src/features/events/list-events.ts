import type { Event, ListEvents } from '@crewboard/contracts';
import type { z } from 'zod';
import type { VerbContext } from '../../trpc/context.ts';
import { assertPosition } from './assert-position.ts';
import { readLog } from './read-log.ts';
import { subjectsFor } from './readable-subjects.ts';

type Call = { ctx: VerbContext; input: z.output<typeof ListEvents> };

/** A page of the team's log, the oldest first: at most `limit`, after the event that the cursor names. */
export async function listEvents({ ctx, input }: Call): Promise<Event[]> {
  const events = await readLog(ctx.db, {
    teamId: ctx.actor.teamId,
    subjects: subjectsFor(ctx.actor, input),
    subjectId: input.taskId,
    type: input.type,
    after: input.cursor === undefined ? undefined : await assertPosition(ctx.db, input.cursor),
    order: 'asc',
    limit: input.limit + 1,
  });
  const page = events.slice(0, input.limit);
  if (events.length > input.limit) ctx.answer.nextCursor = page.at(-1)?.id;
  return page;
}
