'use client';

import { useSyncExternalStore } from 'react';
import { formatDuration } from './format/format-duration.ts';
import { serviceNow } from './service-clock.ts';

const TICK_MS = 1_000;

let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

// One timer for all times of the page that change each second. A component renders again only when its text changes.
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const each of listeners) each();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The time left until `endsAt` (ISO 8601): "4 min", "42 s", "expired"; null on the server and in the first paint. */
export const useCountdown = (endsAt: string): string | null =>
  useSyncExternalStore<string | null>(
    subscribe,
    () => countdown(Date.parse(endsAt) - serviceNow()),
    () => null,
  );

/** "2 s ago" in the minute after `time` (ISO 8601); null later, on the server and in the first paint. */
export const useSecondsAgo = (time: string): string | null =>
  useSyncExternalStore<string | null>(
    subscribe,
    () => secondsAgo(serviceNow() - Date.parse(time)),
    () => null,
  );

/** A time of another clock may be ahead: `secondsAgo(-20)` → "0 s ago". */
export const secondsAgo = (elapsedMs: number): string | null =>
  elapsedMs < 60_000 ? `${Math.max(0, Math.floor(elapsedMs / 1_000))} s ago` : null;

/** `countdown(250_000)` → "4 min". Never shows more than is left, except for the part of a second. */
export const countdown = (leftMs: number): string =>
  leftMs <= 0 ? 'expired' : formatDuration(Math.ceil(leftMs / 1_000));
