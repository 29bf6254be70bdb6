'use client';

import { IconClockExclamation, IconClockOff } from '@tabler/icons-react';
import { RelativeTime } from '#components/time/relative-time.tsx';
import { exactTime } from '#lib/format/relative-time.ts';
import { useNow } from '#lib/time/use-now.ts';
import { describeExpiry, expiryState } from './expiry.ts';
import styles from './expiry-label.module.css';

/** When a token or key expires, marked after the first warning and after its end. */
export function ExpiryLabel({ time }: { time: string }) {
  const now = useNow() ?? Date.now();
  const state = expiryState(time, now);
  if (state === 'soon') {
    return (
      <span className={styles.label} data-state={state}>
        <IconClockExclamation aria-hidden size={14} />
        <time dateTime={time} suppressHydrationWarning title={exactTime(new Date(time))}>
          {describeExpiry(time, now).replace('e', 'E')}
        </time>
      </span>
    );
  }
  return (
    <span className={styles.label} data-state={state}>
      {state === 'expired' && <IconClockOff aria-hidden size={14} />}
      <span>
        {state === 'expired' ? 'Expired' : 'Expires'} <RelativeTime time={time} />
      </span>
    </span>
  );
}
