import { isLater, type LoggedEvent } from '@crewboard/contracts';
import { serviceNow } from '#lib/time/service-clock.ts';
import { type AuditFilters, toApiFilter } from './audit-filters.ts';

interface Shown {
  teamId: string;
  filters: AuditFilters;
  /** The newest shown event; undefined if none is shown. */
  newest: LoggedEvent | undefined;
}

/** How many of these events match the filters and are newer than the shown ones. */
export function countNewer(events: readonly LoggedEvent[], { teamId, filters, newest }: Shown): number {
  const filter = toApiFilter(filters, new Date(serviceNow()));
  return events.filter(
    (event) =>
      event.teamId === teamId &&
      (newest === undefined || isLater(event, newest)) &&
      (filter.actorId === undefined || event.actor.id === filter.actorId) &&
      (filter.type === undefined || event.type === filter.type) &&
      (filter.subjectType === undefined || event.subject.type === filter.subjectType) &&
      (filter.subjectId === undefined || event.subject.id === filter.subjectId) &&
      (filter.from === undefined || event.createdAt >= filter.from) &&
      (filter.to === undefined || event.createdAt < filter.to),
  ).length;
}
