'use client';

import type { AccountSession } from '@crewboard/contracts';
import { Button } from '@mantine/core';
import {
  IconDeviceDesktop,
  IconDeviceMobile,
  IconDeviceTablet,
  IconDeviceUnknown,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Cell, type Column, DataTable, NarrowMeta } from '#components/lists/data-table.tsx';
import { ListSkeleton } from '#components/lists/list-skeleton.tsx';
import { RevokeButton } from '#components/lists/revoke-button.tsx';
import { QueryError } from '#components/notices/error-state.tsx';
import { SectionHeader } from '#components/page/section-header.tsx';
import { ActivityTime } from '#components/time/activity-time.tsx';
import { RelativeTime } from '#components/time/relative-time.tsx';
import { useDialog } from '#lib/dialogs/use-dialog.ts';
import { lazyPart, usePreload } from '#lib/lazy/lazy-part.tsx';
import { useTRPC } from '#lib/trpc/client.ts';
import accountStyles from './account.module.css';
import { useRevokeSession } from './account-mutations.ts';
import { describeDevice } from './describe-device.ts';
import styles from './session-list.module.css';

const RevokeOthersDialog = lazyPart(
  async () => (await import('./revoke-others-dialog.tsx')).RevokeOthersDialog,
);

const COLUMNS: Column[] = [
  { name: 'Device' },
  { name: 'Signed in', wideOnly: true },
  { name: 'Last active', wideOnly: true },
  { name: 'Actions', isNameHidden: true },
];

/** Poll: sessions begin and end on other devices, without an event for this page. */
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
        <ListSkeleton
          className={accountStyles.skeleton}
          label="Loading the sessions"
          rows={2}
          widths={[120, 60]}
        />
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

const ICONS = {
  computer: IconDeviceDesktop,
  phone: IconDeviceMobile,
  tablet: IconDeviceTablet,
  unknown: IconDeviceUnknown,
};

function SessionRow({ session }: { session: AccountSession }) {
  const revoke = useRevokeSession();
  const { name, kind } = describeDevice(session.userAgent);
  const Icon = ICONS[kind];
  const address = session.address ?? 'Unknown address';

  return (
    <tr>
      <Cell>
        <div className={styles.device}>
          <Icon aria-hidden color="var(--color-text-muted)" size={20} stroke={1.5} />
          <div className={styles.text}>
            <div className={styles.name} title={session.userAgent ?? undefined}>
              {name}
              {session.isCurrent && <span className={styles.current}>This device</span>}
            </div>
            <div className={styles.address} title={address}>
              {address}
            </div>
            <NarrowMeta>
              <span>
                Active <ActivityTime at={session.lastActiveAt} />
              </span>
              <span>
                Signed in <RelativeTime time={session.createdAt} />
              </span>
            </NarrowMeta>
          </div>
        </div>
      </Cell>
      <Cell wideOnly>
        <RelativeTime time={session.createdAt} />
      </Cell>
      <Cell wideOnly>
        <ActivityTime at={session.lastActiveAt} />
      </Cell>
      <Cell>
        {!session.isCurrent && (
          <RevokeButton
            isBusy={revoke.isPending}
            label={`Revoke ${name}, ${address}`}
            onClick={() => revoke.mutate({ sessionId: session.id })}
          />
        )}
      </Cell>
    </tr>
  );
}
