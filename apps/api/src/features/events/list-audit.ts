import type { EventPage, ListAudit } from '@crewboard/contracts';
import type { Call } from '../verb-context.ts';
import { listNewestEvents } from './list-newest-events.ts';

/** A page of the team's events under a filter, the newest first. */
export async function listAudit({
  ctx,
  input: { subjectType, ...filter },
}: Call<typeof ListAudit>): Promise<EventPage> {
  return listNewestEvents(ctx, { ...filter, subjects: subjectType && [subjectType] });
}
