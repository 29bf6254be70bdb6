import { type Event, isAfter, parsePosition } from '@crewboard/contracts';
import { type AuditFilters, toApiFilter } from './audit-filters.ts';

interface Shown {
  teamId: string;
  filters: AuditFilters;
  /** The id of the newest shown event; undefined if none is shown. */
  newestId: string | undefined;
}

/** How many of these events match the filters and are newer than the shown ones. */
export function countNewer(events: readonly Event[], { teamId, filters, newestId }: Shown): number {
  const newest = newestId === undefined ? undefined : parsePosition(newestId);
  const filter = toApiFilter(filters, new Date());
  return events.filter((event) => {
    const position = parsePosition(event.id);
    return (
      event.teamId === teamId &&
      position !== undefined &&
      (newest === undefined || isAfter(position, newest)) &&
      (filter.actorId === undefined || event.actor.id === filter.actorId) &&
      (filter.type === undefined || event.type === filter.type) &&
      (filter.subjectType === undefined || event.subject.type === filter.subjectType) &&
      (filter.subjectId === undefined || event.subject.id === filter.subjectId) &&
      (filter.from === undefined || event.createdAt >= filter.from) &&
      (filter.to === undefined || event.createdAt < filter.to)
    );
  }).length;
}
