'use client';

import { ActionIcon, Button } from '@mantine/core';
import { IconChevronDown, IconDownload, IconHistory, IconRefresh } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useTransition } from 'react';
import { ListSkeleton } from '#components/lists/list-skeleton.tsx';
import { LogEnd } from '#components/lists/log-end.tsx';
import { NothingMatches } from '#components/lists/nothing-matches.tsx';
import { EmptyState } from '#components/notices/empty-state.tsx';
import { QueryError } from '#components/notices/error-state.tsx';
import { PageHeader } from '#components/page/page-header.tsx';
import { useTeam } from '#domain/team/team.tsx';
import { useAssigneeNames } from '#domain/team/use-assignee-names.ts';
import { formatNumber } from '#lib/format/format-number.ts';
import { removedHistory } from '#lib/format/relative-time.ts';
import { lazyMenu } from '#lib/lazy/lazy-button-control.tsx';
import { useTRPC } from '#lib/trpc/client.ts';
import { useSkipEmptyPages } from '#lib/trpc/use-skip-empty-pages.ts';
import styles from './audit-log.module.css';
import { auditOptions } from './audit-query.ts';
import { AuditTable } from './audit-table.tsx';
import { AuditFilterBar } from './filters/audit-filter-bar.tsx';
import { type AuditFilters, hasAuditFilters } from './filters/audit-filters.ts';
import { AuditScope } from './filters/audit-scope.tsx';
import { useAuditFilters } from './filters/use-audit-filters.ts';
import { NewEvents } from './new-events.tsx';
import { subjectName } from './sentences/event-sentence.ts';

const ExportFormats = lazyMenu(
  async () => (await import('./export/export-menu-control.tsx')).ExportMenuControl,
);

/** The audit: the events of the team under the filters of the URL, the newest first. New events appear on request. */
export function AuditLog() {
  const { filters, setFilters } = useAuditFilters();
  const audit = useAudit(filters);
  const { events } = audit;
  const names = useAssigneeNames();
  // Not `isFetching`, which depends on the clock: the server could render another state than the browser.
  const [isRefetching, startRefetch] = useTransition();
  const eventOfSubject = events.find(({ subject }) => subject.id === filters.subjectId);

  function refetch(): void {
    startRefetch(async () => {
      await audit.refetch();
    });
  }

  return (
    <>
      <PageHeader
        action={
          <>
            <ActionIcon
              aria-label="Look for newer events"
              loading={isRefetching}
              onClick={refetch}
              title="Look for newer events"
            >
              <IconRefresh aria-hidden size={16} stroke={1.6} />
            </ActionIcon>
            <ExportMenu filters={filters} />
          </>
        }
        title="Audit"
      >
        <AuditFilterBar filters={filters} setFilters={setFilters} />
      </PageHeader>
      <AuditScope
        filters={filters}
        setFilters={setFilters}
        subject={eventOfSubject && subjectName(eventOfSubject)}
      />
      {audit.data && !audit.isPlaceholderData && (
        <NewEvents filters={filters} isBusy={isRefetching} newest={events[0]} onShow={refetch} />
      )}
      {audit.isPending && (
        <ListSkeleton className={styles.skeleton} label="Loading the events" rows={12} widths={[56, 120]} />
      )}
      <QueryError query={audit} />
      {events.length > 0 && (
        <AuditTable
          names={names}
          events={events}
          isOld={audit.isPlaceholderData}
          onChooseActor={(actorId) => setFilters({ actorId })}
          onChooseSubject={(subjectId) => setFilters({ subjectId })}
        />
      )}
      {/* A page of a rare filter may be empty although older events match. */}
      {(events.length > 0 || audit.hasNextPage) && <AuditEnd audit={audit} />}
      {audit.data && events.length === 0 && !audit.hasNextPage && (
        <NoEvents
          isFiltered={hasAuditFilters(filters)}
          onClear={() => setFilters(null)}
          removedAt={audit.removedAt}
        />
      )}
    </>
  );
}

interface NoEventsProps {
  isFiltered: boolean;
  onClear: () => void;
  removedAt: string | null;
}

function NoEvents({ isFiltered, onClear, removedAt }: NoEventsProps) {
  const icon = <IconHistory aria-hidden stroke={1.5} />;
  if (!isFiltered) {
    return (
      <EmptyState icon={icon} title="Nothing has happened yet">
        Every change by people, agents and API keys appears here.
      </EmptyState>
    );
  }
  return (
    <NothingMatches icon={icon} onClear={onClear}>
      {removedAt && `${removedHistory(removedAt)}. `}
      Choose a longer time, or fewer filters.
    </NothingMatches>
  );
}

/** The end of the log: loads older events, or says that there are none. */
function AuditEnd({ audit }: { audit: ReturnType<typeof useAudit> }) {
  const count = audit.events.length;
  const shown = `${formatNumber(count)} ${count === 1 ? 'event' : 'events'}`;
  const earlier = audit.removedAt ? `. ${removedHistory(audit.removedAt)}` : ', and nothing earlier';
  return <LogEnd end={`${shown}${earlier}`} log={audit} shown={shown} />;
}

function useAudit(filters: AuditFilters) {
  const trpc = useTRPC();
  const team = useTeam();
  const query = useInfiniteQuery({
    ...auditOptions(trpc, team.id, filters),
    placeholderData: keepPreviousData,
  });
  useSkipEmptyPages(query, query.data?.pages.at(-1)?.events.length === 0);
  const events = useMemo(() => (query.data?.pages ?? []).flatMap((page) => page.events), [query.data]);
  return { ...query, events, removedAt: query.data?.pages.at(-1)?.historyRemovedAt ?? null };
}

/** Exports the filtered events. */
function ExportMenu({ filters }: { filters: AuditFilters }) {
  return (
    <ExportFormats filters={filters}>
      <Button
        leftSection={<IconDownload aria-hidden size={14} />}
        rightSection={<IconChevronDown aria-hidden size={13} />}
        variant="default"
      >
        Export
      </Button>
    </ExportFormats>
  );
}
