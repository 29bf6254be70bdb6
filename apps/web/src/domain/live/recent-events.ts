'use client';

import type { Event } from '@crewboard/contracts';
import { useSyncExternalStore } from 'react';

/** How many recent events are kept. */
export const maxRecentEvents = 200;

const none: readonly Event[] = [];
let recent = none;
const listeners = new Set<() => void>();

/** Adds events of the stream, for pages that do not update themselves but say that there are newer events. */
export function addRecentEvents(events: readonly Event[]): void {
  recent = [...recent, ...events].slice(-maxRecentEvents);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The last events since the page was opened, in the order of the log. */
export const useRecentEvents = (): readonly Event[] =>
  useSyncExternalStore(
    subscribe,
    () => recent,
    () => none,
  );
