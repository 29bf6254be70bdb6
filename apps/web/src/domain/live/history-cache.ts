import { type EventPage, isLater, type LoggedEvent } from '@crewboard/contracts';
import type { InfiniteData } from '@tanstack/react-query';
import { hasTextReference } from './event-change.ts';

export type HistoryPages = InfiniteData<EventPage>;

/** Adds an event to the history of a task, unless the history includes it, or its text must be read from the API. */
export const addToHistory =
  (event: LoggedEvent) =>
  (history: HistoryPages | undefined): HistoryPages | undefined => {
    const [newest, ...older] = history?.pages ?? [];
    const last = newest?.events[0];
    if (!history || !newest || hasTextReference(event) || (last && !isLater(event, last))) return history;
    return { ...history, pages: [{ ...newest, events: [event, ...newest.events] }, ...older] };
  };
