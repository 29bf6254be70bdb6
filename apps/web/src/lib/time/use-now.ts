'use client';

import { useSyncExternalStore } from 'react';
import { createTicker } from './create-ticker.ts';

const TICK_MS = 15_000;

let now = 0;

const subscribe = createTicker(TICK_MS, () => {
  now = Date.now();
});

function readNow(): number {
  if (Date.now() - now >= TICK_MS) now = Date.now();
  return now;
}

/** The current time in milliseconds, updated every 15 seconds; null on the server and in the first paint. */
export function useNow(): number | null {
  return useSyncExternalStore<number | null>(subscribe, readNow, () => null);
}
