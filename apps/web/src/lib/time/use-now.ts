'use client';

import { useSyncExternalStore } from 'react';

const TICK_MS = 15_000;

let now = 0;
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

// One clock for all components that show a time.
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

function readNow(): number {
  if (Date.now() - now >= TICK_MS) now = Date.now();
  return now;
}

/** The current time in milliseconds, updated every 15 seconds; null on the server and in the first paint. */
export function useNow(): number | null {
  return useSyncExternalStore<number | null>(subscribe, readNow, () => null);
}
