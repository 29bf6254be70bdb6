'use client';

import type { Event } from '@crewboard/contracts';
import { useSyncExternalStore } from 'react';

/** So many of the last events are kept. */
export const maxRecentEvents = 200;

const none: readonly Event[] = [];
let heard = none;
const listeners = new Set<() => void>();

/** Keeps the last events that this page has heard, for pages that stand still and say that there is more. */
export function addRecentEvents(events: readonly Event[]): void {
  heard = [...heard, ...events].slice(-maxRecentEvents);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The last events of the log that came while the page was open, in their order. */
export const useRecentEvents = (): readonly Event[] =>
  useSyncExternalStore(
    subscribe,
    () => heard,
    () => none,
  );
