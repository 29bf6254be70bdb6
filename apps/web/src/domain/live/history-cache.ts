import { type EventPage, isLater, type LoggedEvent } from '@crewboard/contracts';
import type { InfiniteData } from '@tanstack/react-query';

export type HistoryPages = InfiniteData<EventPage>;

/** The history of a task with one more event, unless it already has that or a later one. */
export function addToHistory(history: HistoryPages, event: LoggedEvent): HistoryPages {
  const [newest, ...older] = history.pages;
  const last = newest?.events[0];
  if (!newest || (last && !isLater(event, last))) return history;
  return { ...history, pages: [{ ...newest, events: [event, ...newest.events] }, ...older] };
}
