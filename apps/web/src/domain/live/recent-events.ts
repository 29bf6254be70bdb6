'use client';

import type { LoggedEvent } from '@crewboard/contracts';
import { useSyncExternalStore } from 'react';

/** How many recent events are kept. */
export const maxRecentEvents = 200;

const none: readonly LoggedEvent[] = [];
let recent = none;
const listeners = new Set<() => void>();

/** Adds events of the stream, for pages that do not update themselves but say that there are newer events. */
export function addRecentEvents(events: readonly LoggedEvent[]): void {
  recent = [...recent, ...events].slice(-maxRecentEvents);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The last events since the page was opened, in the order of the log. */
export const useRecentEvents = (): readonly LoggedEvent[] =>
  useSyncExternalStore(
    subscribe,
    () => recent,
    () => none,
  );
