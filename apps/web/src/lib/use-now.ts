'use client';

import { useSyncExternalStore } from 'react';

const TICK_MS = 15_000;

let now = 0;
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

// One clock for all that show a time, however many there are.
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

/** The time now in milliseconds, renewed every 15 seconds; null on the server and in the first paint. */
export function useNow(): number | null {
  return useSyncExternalStore<number | null>(subscribe, readNow, () => null);
}
