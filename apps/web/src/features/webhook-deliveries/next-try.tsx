'use client';

import { exactTime } from '../../lib/format/relative-time.ts';
import { useNow } from '../../lib/use-now.ts';
import { nextTryWords } from './delivery-words.ts';

interface NextTryProps {
  /** ISO 8601. */
  at: string;
  isEnabled: boolean;
  /** "Next try" stands beside it already. */
  isNamed?: boolean;
}

/** When something pending is tried next, kept current; the exact time on hover. */
export function NextTry({ at, isEnabled, isNamed = false }: NextTryProps) {
  // Its ticks are too rare to tell that the time has passed; an attempt that was made shows it as well.
  const isInBrowser = useNow() !== null;
  const words = nextTryWords(at, new Date(), { isEnabled, isNamed });
  if (!isEnabled) return <span suppressHydrationWarning>{words}</span>;

  return (
    <time dateTime={at} suppressHydrationWarning title={isInBrowser ? exactTime(new Date(at)) : undefined}>
      {words}
    </time>
  );
}
