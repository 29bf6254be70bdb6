import { IconClockExclamation, IconClockOff } from '@tabler/icons-react';
import { use } from 'react';
import { StateLabel } from '#components/notices/state-label.tsx';
import { RelativeTime } from '#components/time/relative-time.tsx';
import { exactTime } from '#lib/format/relative-time.ts';
import { RenderTime, useNow } from '#lib/time/use-now.ts';
import { describeExpiry, expiryState } from './expiry.ts';

interface ExpiryTimeProps {
  time: string;
  /** Whether the text begins a sentence. */
  isCapitalized?: boolean;
}

/** "expires in 3 days", kept current; the exact time, in the time zone of the browser, is the tooltip. */
export function ExpiryTime({ time, isCapitalized = false }: ExpiryTimeProps) {
  const now = useNow();
  const text = describeExpiry(time, now ?? use(RenderTime));
  return (
    <time dateTime={time} title={now === null ? undefined : exactTime(new Date(time))}>
      {isCapitalized ? text.replace('expires', 'Expires') : text}
    </time>
  );
}

/** The end of a token or key, marked from the first warning on. */
export function ExpiryLabel({ time }: { time: string }) {
  const now = useNow() ?? use(RenderTime);
  const state = expiryState(time, now);
  if (state === 'soon') {
    return (
      <StateLabel Icon={IconClockExclamation} tone="warn">
        <ExpiryTime isCapitalized time={time} />
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
