'use client';

import { exactTime } from '../../lib/format/relative-time.ts';
import { useNow } from '../../lib/use-now.ts';
import { nextAttemptLabel } from './delivery-labels.ts';

interface NextAttemptProps {
  /** ISO 8601. */
  at: string;
  isEnabled: boolean;
  /** "Next attempt" is beside it already. */
  isNamed?: boolean;
}

/** When a pending delivery is attempted next, kept current; the exact time on hover. */
export function NextAttempt({ at, isEnabled, isNamed = false }: NextAttemptProps) {
  // The ticks are rare: rely on the clock, and on the poll that brings the attempt.
  const isInBrowser = useNow() !== null;
  const label = nextAttemptLabel(at, new Date(), { isEnabled, isNamed });
  if (!isEnabled) return <span suppressHydrationWarning>{label}</span>;

  return (
    <time dateTime={at} suppressHydrationWarning title={isInBrowser ? exactTime(new Date(at)) : undefined}>
      {label}
    </time>
  );
}
