import { useSyncExternalStore } from 'react';
import { formatDuration } from '../format/format-duration.ts';
import { relativeTime } from '../format/relative-time.ts';
import { createTicker } from './create-ticker.ts';
import { serviceNow } from './service-clock.ts';

// A component renders again only when its text changes.
const subscribe = createTicker(1_000);

/** The time left until `endsAt` (ISO 8601): "4 min", "42 s", "expired"; null on the server and in the first paint. */
export const useCountdown = (endsAt: string): string | null =>
  useSyncExternalStore<string | null>(
    subscribe,
    () => countdown(Date.parse(endsAt) - serviceNow()),
    () => null,
  );

/** How long ago `time` (ISO 8601) was: "2 s ago", "5m ago", a date; null on the server and in the first paint. */
export const useTimeAgo = (time: string): string | null =>
  useSyncExternalStore<string | null>(
    subscribe,
    () => timeAgo(new Date(time), new Date(serviceNow())),
    () => null,
  );

/** "42 s ago" in the first minute, then as `relativeTime`. A time that is ahead, by another clock, is "0 s ago". */
export function timeAgo(time: Date, now: Date): string {
  const seconds = Math.max(0, Math.floor((now.getTime() - time.getTime()) / 1_000));
  return seconds < 60 ? `${formatDuration(seconds)} ago` : relativeTime(time, now);
}

/** `countdown(250_000)` → "4 min". Rounds down, except that a part of a second counts as a second. */
export const countdown = (leftMs: number): string =>
  leftMs <= 0 ? 'expired' : formatDuration(Math.ceil(leftMs / 1_000));
