'use client';

import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Column, DataTable } from '#components/lists/data-table.tsx';
import { LogSkeleton } from '#components/lists/log-skeleton.tsx';
import { QueryError } from '#components/notices/error-state.tsx';
import { SectionHeader } from '#components/page/section-header.tsx';
import { useDialog } from '#lib/dialogs/use-dialog.ts';
import { lazyPart, usePreload } from '#lib/lazy/lazy-part.tsx';
import { useTRPC } from '#lib/trpc/client.ts';
import styles from './account.module.css';
import { SessionRow } from './session-row.tsx';

const RevokeOthersDialog = lazyPart(
  async () => (await import('./revoke-others-dialog.tsx')).RevokeOthersDialog,
);

const COLUMNS: Column[] = [
  { name: 'Device' },
  { name: 'Signed in', wide: true },
  { name: 'Last active', wide: true },
  { name: 'Actions', silent: true },
];

/** Sessions begin and end on other devices, without an event for this page. */
const POLL_INTERVAL_MS = 30_000;

/** The sessions of the person: at most 100, the current one first. */
export function SessionList() {
  const sessions = useQuery(
    useTRPC().accounts.sessions.queryOptions(undefined, { refetchInterval: POLL_INTERVAL_MS }),
  );
  const { dialog, open, close } = useDialog<'others'>();
  usePreload(RevokeOthersDialog);
  const all = sessions.data ?? [];
  const others = all.filter(({ isCurrent }) => !isCurrent);
  const sorted = [...all.filter(({ isCurrent }) => isCurrent), ...others];

  return (
    <>
      <SectionHeader
        action={
          others.length > 0 && (
            <Button onClick={() => open('others')} variant="default">
              Revoke all others
            </Button>
          )
        }
        title="Sessions"
      >
        Where you are signed in. End any session that you do not recognize, and change your password.
      </SectionHeader>
      {sessions.isPending && (
        <LogSkeleton className={styles.skeleton} label="Loading the sessions" rows={2} widths={[120, 60]} />
      )}
      {sorted.length > 0 && (
        <DataTable columns={COLUMNS} label="Sessions">
          {sorted.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </DataTable>
      )}
      <QueryError query={sessions} />
      {dialog === 'others' && <RevokeOthersDialog count={others.length} onClose={close} />}
    </>
  );
}
