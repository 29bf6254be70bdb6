import { isLater, type LoggedEvent } from '@crewboard/contracts';
import { Button } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { useEffect } from 'react';
import { maxRecentEvents, useRecentEvents } from '#domain/live/recent-events.ts';
import { useTeam } from '#domain/team/team.tsx';
import { formatNumber } from '#lib/format/format-number.ts';
import { announce } from '#lib/notices/announce.ts';
import { serviceNow } from '#lib/time/service-clock.ts';
import styles from './audit-log.module.css';
import { type AuditFilters, toApiFilter } from './filters/audit-filters.ts';

interface NewEventsProps {
  filters: AuditFilters;
  /** The newest shown event; undefined if none is shown. */
  newest: LoggedEvent | undefined;
  isBusy: boolean;
  onShow: () => void;
}

/** Says how many newer events there are, and offers to show them: rows must not move while a person reads them. */
export function NewEvents({ filters, newest, isBusy, onShow }: NewEventsProps) {
  const { id: teamId } = useTeam();
  const matches = createMatcher(filters);
  const count = useRecentEvents().filter(
    (event) => event.teamId === teamId && (newest === undefined || isLater(event, newest)) && matches(event),
  ).length;
  const hasNew = count > 0;

  useEffect(() => {
    if (hasNew) announce('There are new events. Choose “Show” above the table to see them.');
  }, [hasNew]);

  if (!hasNew) return null;
  const shown = count >= maxRecentEvents ? `${formatNumber(maxRecentEvents)}+` : formatNumber(count);
  return (
    <div className={styles.newEvents}>
      <span>{count === 1 ? '1 new event' : `${shown} new events`}</span>
      <Button
        leftSection={<IconArrowUp aria-hidden size={14} />}
        loading={isBusy}
        onClick={onShow}
        variant="subtle"
      >
        Show
      </Button>
    </div>
  );
}

/** Returns a function that tells whether an event of the stream matches the filters, as the API matches the log. */
function createMatcher(filters: AuditFilters): (event: LoggedEvent) => boolean {
  const { actorId, type, subjectType, subjectId, from, to } = toApiFilter(filters, new Date(serviceNow()));
  return (event) =>
    (actorId === undefined || event.actor.id === actorId) &&
    (type === undefined || event.type === type) &&
    (subjectType === undefined || event.subject.type === subjectType) &&
    (subjectId === undefined || event.subject.id === subjectId) &&
    (from === undefined || event.createdAt >= from) &&
    (to === undefined || event.createdAt < to);
}
