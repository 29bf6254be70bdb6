'use client';

import type { LoggedEvent } from '@crewboard/contracts';
import { Button } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { useEffect } from 'react';
import { maxRecentEvents, useRecentEvents } from '#domain/live/recent-events.ts';
import { useTeam } from '#domain/team/team.tsx';
import { formatNumber } from '#lib/format/format-number.ts';
import { announce } from '#lib/notices/announce.ts';
import type { AuditFilters } from './audit-filters.ts';
import styles from './audit-log.module.css';
import { countNewer } from './count-newer.ts';

interface NewEventsProps {
  filters: AuditFilters;
  /** The newest shown event; undefined if none is shown. */
  newest: LoggedEvent | undefined;
  isBusy: boolean;
  onShow: () => void;
}

/** Says that there are newer events than those shown, which do not change while they are read. */
export function NewEvents({ filters, newest, isBusy, onShow }: NewEventsProps) {
  const { id: teamId } = useTeam();
  const recent = useRecentEvents();
  const count = countNewer(recent, { teamId, filters, newest });
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
