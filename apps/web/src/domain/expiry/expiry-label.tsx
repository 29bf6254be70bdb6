import { IconClockExclamation, IconClockOff } from '@tabler/icons-react';
import { StateLabel } from '#components/notices/state-label.tsx';
import { RelativeTime } from '#components/time/relative-time.tsx';
import { exactTime } from '#lib/format/relative-time.ts';
import { serviceNow } from '#lib/time/service-clock.ts';
import { useNow } from '#lib/time/use-now.ts';
import { describeExpiry, expiryState } from './expiry.ts';

/** "expires in 3 days", kept current; the exact time is the tooltip. */
export function ExpiryTime({ time }: { time: string }) {
  const now = useNow() ?? serviceNow();
  return (
    <time dateTime={time} suppressHydrationWarning title={exactTime(new Date(time))}>
      {describeExpiry(time, now)}
    </time>
  );
}

/** The end of a token or key, marked from the first warning on. */
export function ExpiryLabel({ time }: { time: string }) {
  const now = useNow() ?? serviceNow();
  const state = expiryState(time, now);
  if (state === 'soon') {
    return (
      <StateLabel Icon={IconClockExclamation} tone="warn">
        <time dateTime={time} suppressHydrationWarning title={exactTime(new Date(time))}>
          {describeExpiry(time, now).replace('expires', 'Expires')}
        </time>
      </StateLabel>
    );
  }
  return (
    <StateLabel {...(state === 'expired' ? { Icon: IconClockOff, tone: 'warn' } : { tone: 'muted' })}>
      <span>
        {state === 'expired' ? 'Expired' : 'Expires'} <RelativeTime time={time} />
      </span>
    </StateLabel>
  );
}
