import type { LoggedEvent } from '@crewboard/contracts';
import { createStore } from '#lib/create-store.ts';

export const maxRecentEvents = 200;

const recent = createStore<readonly LoggedEvent[]>([]);

/** Keeps the last events of the stream: the audit page says that there are newer ones, a panel who deleted its task. */
export const addRecentEvents = (events: readonly LoggedEvent[]): void =>
  recent.set([...recent.get(), ...events].slice(-maxRecentEvents));

/** The last 200 events since the page was opened, in the order of the log. */
export const useRecentEvents = recent.use;
