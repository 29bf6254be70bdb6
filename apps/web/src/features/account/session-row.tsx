'use client';

import type { AccountSession } from '@crewboard/contracts';
import {
  IconDeviceDesktop,
  IconDeviceMobile,
  IconDeviceTablet,
  IconDeviceUnknown,
} from '@tabler/icons-react';
import { Cell, NarrowMeta } from '#components/lists/data-table.tsx';
import { RevokeButton } from '#components/lists/revoke-button.tsx';
import { ActivityTime } from '#components/time/activity-time.tsx';
import { RelativeTime } from '#components/time/relative-time.tsx';
import { useRevokeSession } from './account-mutations.ts';
import { describeDevice } from './describe-device.ts';
import styles from './session-row.module.css';

const ICONS = {
  computer: IconDeviceDesktop,
  phone: IconDeviceMobile,
  tablet: IconDeviceTablet,
  unknown: IconDeviceUnknown,
};

export function SessionRow({ session }: { session: AccountSession }) {
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
      <Cell wide>
        <RelativeTime time={session.createdAt} />
      </Cell>
      <Cell wide>
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
