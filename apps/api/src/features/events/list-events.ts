import type { Event, ListEvents } from '@crewboard/contracts';
import type { z } from 'zod';
import type { VerbContext } from '../verb-context.ts';
import { assertPosition } from './assert-position.ts';
import { readLog } from './read-log.ts';
import { subjectsFor } from './readable-subjects.ts';
import { withTexts } from './task-texts.ts';

type Call = { ctx: VerbContext; input: z.output<typeof ListEvents> };

/** A page of the team's log, the oldest first: at most `limit` and 4 MiB, after the event that the cursor names. */
export async function listEvents({ ctx, input }: Call): Promise<Event[]> {
  const { events, nextCursor } = await readLog(ctx.db.reads, {
    teamId: ctx.actor.teamId,
    subjects: subjectsFor(ctx.actor, input),
    subjectId: input.taskId,
    type: input.type,
    after: input.cursor === undefined ? undefined : await assertPosition(ctx.db.reads, input.cursor),
    order: 'asc',
    limit: input.limit,
  });
  if (nextCursor) ctx.answer.nextCursor = nextCursor;
  return withTexts(ctx.db.reads, events, ({ subject }) => subject.id);
}
