'use client';

import { ActionIcon } from '@mantine/core';
import { IconHistory, IconRefresh } from '@tabler/icons-react';
import { useMemo, useTransition } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { LogSkeleton } from '../../components/log-skeleton.tsx';
import { NothingMatches } from '../../components/nothing-matches.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { isNarrowed } from './audit-choice.ts';
import { AuditEnd } from './audit-end.tsx';
import { AuditFilters } from './audit-filters.tsx';
import styles from './audit-log.module.css';
import { AuditScope } from './audit-scope.tsx';
import { AuditTable } from './audit-table.tsx';
import { subjectName } from './event-sentence.ts';
import { ExportMenu } from './export-menu.tsx';
import { NewEvents } from './new-events.tsx';
import { useActors } from './use-actors.ts';
import { useAudit } from './use-audit.ts';
import { useAuditChoice } from './use-audit-choice.ts';

/** Everything that happened in the team, the newest first. It stands still while somebody reads. */
export function AuditLog() {
  const { choice, choose } = useAuditChoice();
  const audit = useAudit(choice);
  const { events } = audit;
  const { agents } = useActors();
  const agentNames = useMemo(() => new Map(agents.map(({ id, name }) => [id, name])), [agents]);
  // Not whether anything is being read: that depends on the browser's clock, of which the server knows nothing.
  const [isLooking, startLooking] = useTransition();
  const ofSubject = events.find(({ subject }) => subject.id === choice.subjectId);

  function look(): void {
    startLooking(async () => {
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
              color="gray"
              loading={isLooking}
              onClick={look}
              title="Look for newer events"
              variant="subtle"
            >
              <IconRefresh aria-hidden size={16} stroke={1.6} />
            </ActionIcon>
            <ExportMenu choice={choice} />
          </>
        }
        title="Audit"
      >
        <AuditFilters choice={choice} onChoose={choose} />
      </PageHeader>
      <AuditScope choice={choice} onChoose={choose} subject={ofSubject && subjectName(ofSubject)} />
      {audit.data && !audit.isPlaceholderData && (
        <NewEvents choice={choice} isBusy={isLooking} newestId={events[0]?.id} onShow={look} />
      )}
      {audit.isPending && (
        <LogSkeleton className={styles.skeleton} label="Loading the events" rows={12} widths={[56, 120]} />
      )}
      {audit.isError && !audit.data && (
        <ErrorState error={audit.error} onRetry={() => void audit.refetch()} />
      )}
      {events.length > 0 && (
        <>
          <AuditTable
            agentNames={agentNames}
            events={events}
            isOld={audit.isPlaceholderData}
            onChooseActor={(actorId) => choose({ ...choice, actorId })}
            onChooseSubject={(subjectId) => choose({ ...choice, subjectId })}
          />
          <AuditEnd audit={audit} />
        </>
      )}
      {audit.data && events.length === 0 && (
        <NoEvents narrowed={isNarrowed(choice)} onClear={() => choose({})} />
      )}
    </>
  );
}

function NoEvents({ narrowed, onClear }: { narrowed: boolean; onClear: () => void }) {
  const icon = <IconHistory aria-hidden stroke={1.5} />;
  if (!narrowed) {
    return (
      <EmptyState icon={icon} title="Nothing has happened yet">
        Every change that people, agents and API keys make will stand here.
      </EmptyState>
    );
  }
  return (
    <NothingMatches icon={icon} onClear={onClear}>
      Choose a longer time, or fewer filters.
    </NothingMatches>
  );
}
