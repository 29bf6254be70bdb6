import type { EventPage, ListAudit } from '@crewboard/contracts';
import type { z } from 'zod';
import type { VerbContext } from '../verb-context.ts';
import { newestFirst } from './newest-first.ts';

type Call = { ctx: VerbContext; input: z.output<typeof ListAudit> };

/** All events of the team under a filter, the newest first. */
export async function listAudit({ ctx, input }: Call): Promise<EventPage> {
  const { subjectType, teamId: _, ...filter } = input;
  return newestFirst(ctx, { ...filter, subjects: subjectType && [subjectType] });
}
