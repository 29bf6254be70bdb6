import type { Event, ListEvents } from '@crewboard/contracts';
import type { z } from 'zod';
import { setCursors } from '../read-page.ts';
import type { VerbContext } from '../verb-context.ts';
import { parseCursorPosition } from './parse-cursor.ts';
import { readLog } from './read-log.ts';
import { withTexts } from './task-texts.ts';
import { subjectsOfFilter } from './visible-subjects.ts';

type Call = { ctx: VerbContext; input: z.output<typeof ListEvents> };

/** A page of the team's log, the oldest first: at most `limit` and 4 MiB, after the event that the cursor names. */
export async function listEvents({ ctx, input }: Call): Promise<Event[]> {
  const { events, ...cursors } = await readLog(ctx.db.reads, {
    teamId: ctx.actor.teamId,
    subjects: subjectsOfFilter(ctx.actor, input),
    subjectId: input.taskId,
    type: input.type,
    after: input.cursor === undefined ? undefined : await parseCursorPosition(ctx.db.reads, input.cursor),
    order: 'asc',
    limit: input.limit,
  });
  setCursors(ctx, cursors);
  return withTexts(ctx.db.reads, events, ({ subject }) => subject.id);
}
