import { type EventPage, isLater, type LoggedEvent } from '@crewboard/contracts';
import type { InfiniteData } from '@tanstack/react-query';
import { hasTextReference } from './event-change.ts';

export type HistoryPages = InfiniteData<EventPage>;

/** The history of a task with one more event, unless it has that or a later one, or must be read for its text. */
export const addToHistory =
  (event: LoggedEvent) =>
  (history: HistoryPages | undefined): HistoryPages | undefined => {
    const [newest, ...older] = history?.pages ?? [];
    const last = newest?.events[0];
    if (!history || !newest || hasTextReference(event) || (last && !isLater(event, last))) return history;
    return { ...history, pages: [{ ...newest, events: [event, ...newest.events] }, ...older] };
  };
