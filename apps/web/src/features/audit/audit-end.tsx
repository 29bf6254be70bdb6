import { Button } from '@mantine/core';
import { formatNumber } from '../../lib/format/format-number.ts';
import styles from './audit-log.module.css';
import type { useAudit } from './use-audit.ts';

/** Beneath the events: the way to older ones, or that there are none. */
export function AuditEnd({ audit }: { audit: ReturnType<typeof useAudit> }) {
  const count = audit.events.length;
  const events = `${formatNumber(count)} ${count === 1 ? 'event' : 'events'}`;
  if (!audit.hasNextPage) return <p className={styles.end}>{events}, and nothing before</p>;
  return (
    <div className={styles.end}>
      {audit.isFetchNextPageError && <p role="alert">What was before could not be loaded.</p>}
      <Button
        loading={audit.isFetchingNextPage}
        onClick={() => void audit.fetchNextPage()}
        size="xs"
        variant="default"
      >
        {audit.isFetchNextPageError ? 'Try again' : 'Load more'}
      </Button>
      <span>{events} shown</span>
    </div>
  );
}
