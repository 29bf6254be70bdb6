import { createContext, useSyncExternalStore } from 'react';
import { createTicker } from './create-ticker.ts';
import { serviceNow } from './service-clock.ts';

const TICK_MS = 15_000;

let now = 0;

const subscribe = createTicker(TICK_MS, () => {
  now = serviceNow();
});

/** While no component subscribes, the timer stops. Without a new time, the first one would then get an old one. */
function readNow(): number {
  if (Math.abs(serviceNow() - now) >= TICK_MS) now = serviceNow();
  return now;
}

/** The time of the service in milliseconds, updated every 15 seconds; null on the server and in the first paint. */
export function useNow(): number | null {
  return useSyncExternalStore<number | null>(subscribe, readNow, () => null);
}

/**
 * When the server rendered the page, in milliseconds. The browser renders the first paint as of the same time: where
 * its text differed from that of the server, React would keep the latter, or render the page again.
 */
export const RenderTime = createContext(0);
