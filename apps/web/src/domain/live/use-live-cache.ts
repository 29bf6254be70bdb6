'use client';

import type { Event, LeaseExtension, LoggedEvent, Task } from '@crewboard/contracts';
import { notifyManager, type Query, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { type ColumnPages, tasksOf } from '#domain/board/board-cache.ts';
import {
  applyMissedChanges,
  applyToCachedBoards,
  extendLeasesOnCachedBoards,
  hasOutdatedCount,
  isSearch,
} from '#domain/board/cached-boards.ts';
import { noteComment, noteCommentCounts } from '#domain/board/comment-counts.ts';
import { keepNewest, withExtendedLease } from '#domain/board/extend-leases.ts';
import { forgetOwnChanges, isOwnChange } from '#domain/board/own-changes.ts';
import { asExpected, hasPendingChanges, noteConfirmed } from '#domain/board/pending-changes.ts';
import { focusedElement, linkOf } from '#lib/focus/focus.ts';
import { useTRPC } from '#lib/trpc/client.ts';
import { addActivity } from './activity-cache.ts';
import { createBatcher } from './create-batcher.ts';
import { applyEvent, hasTextReference, taskOf, toLoggedChange } from './event-change.ts';
import { addToHistory, type HistoryPages } from './history-cache.ts';
import { queriesTouchedBy } from './queries-touched-by.ts';
import { addRecentEvents } from './recent-events.ts';
import { refetchAfterPages } from './refetch-after-pages.ts';
import { showArrivals } from './show-arrivals.ts';

/** The minimum interval between refetches of aggregates. */
const REFETCH_INTERVAL_MS = 1_000;
/** The same for counts that are not exact: the API looks at thousands of tasks for them. */
const RECOUNT_INTERVAL_MS = 5_000;
/** Shows the first change at once, and those within this interval together, to limit the work of the page. */
const SHOW_INTERVAL_MS = 50;

/** Only the API knows which descriptions a search finds. */
function mayMatchSearch({ type, changes }: Event): boolean {
  return type === 'task.created' || Boolean(changes?.title ?? changes?.description);
}

/** The procedure of a query: "tasks.get". */
const pathOf = ({ queryKey }: Query): string => (queryKey[0] as string[]).join('.');

/** Whether a task under a lease is in the data of a query: of a column or of a panel. */
function showsLease(query: Query): boolean {
  const { data } = query.state;
  if (pathOf(query) === 'tasks.get') return (data as Task | undefined)?.leaseExpiresAt != null;
  if (pathOf(query) !== 'board.column' || !data) return false;
  return tasksOf(data as ColumnPages).some(({ leaseExpiresAt }) => leaseExpiresAt !== null);
}

/** Applies the event log to the cached data of the team. */
export function useLiveCache(accountId: string) {
  const queryClient = useQueryClient();
  const trpc = useTRPC();

  const cache = useMemo(() => {
    const log = new LiveLog();
    // An event or a response that was read before a heartbeat may arrive after it.
    const leases = new Map<string, LeaseExtension>();
    const boardKey = trpc.board.pathKey();
    const refetch = createBatcher(REFETCH_INTERVAL_MS, (keys: QueryKey[]) => {
      const unique = new Map(keys.map((queryKey) => [JSON.stringify(queryKey), queryKey]));
      for (const queryKey of unique.values()) void refetchAfterPages(queryClient, queryKey);
    });

    const refetchSearches = createBatcher(REFETCH_INTERVAL_MS, () => {
      void queryClient.invalidateQueries({ queryKey: boardKey, predicate: isSearch });
    });

    const loggedChanges = () => log.events.map(toLoggedChange).filter((change) => change !== null);

    /** Also after a response to a request that was made before these changes. */
    const refetchOutdatedCounts = createBatcher(RECOUNT_INTERVAL_MS, () => {
      const changes = loggedChanges();
      const predicate = (query: Query) => hasOutdatedCount(query, changes);
      void queryClient.invalidateQueries({ queryKey: trpc.board.counts.pathKey(), predicate });
    });

    const taskKey = (taskId: string) => trpc.tasks.get.queryKey({ taskId });
    const historyKey = (taskId: string) => trpc.events.history.infiniteQueryKey({ taskId });
    const activityKey = (teamId: string) => trpc.events.activity.queryKey({ teamId });

    const isRead = (query: Query) =>
      ['tasks.get', 'events.history', 'events.activity'].includes(pathOf(query));

    /** Applies an event to the cached queries that it contains the data for. */
    function applyToReads(event: LoggedEvent, filters: { predicate?: (query: Query) => boolean } = {}): void {
      const task = taskOf(event);
      if (!task) return;
      queryClient.setQueriesData<Task>({ queryKey: taskKey(task.id), ...filters }, (known) =>
        known && known.updatedAt < task.updatedAt ? asExpected(applyEvent(known, event)) : known,
      );
      queryClient.setQueriesData<HistoryPages>(
        { queryKey: historyKey(task.id), ...filters },
        (pages) => pages && (hasTextReference(event) ? pages : addToHistory(pages, event)),
      );
      queryClient.setQueriesData({ queryKey: activityKey(event.teamId), ...filters }, addActivity(event));
    }

    function applyToBoards(events: LoggedEvent[]): void {
      const logged = events.flatMap((event) => {
        const change = toLoggedChange(event);
        if (!change) return [];
        if (change.change.after) noteConfirmed(change.change.after);
        const isCounted = event.actor.id === accountId && isOwnChange(event);
        return [{ ...change, isCounted, event }];
      });
      showArrivals(logged.filter(({ isCounted }) => !isCounted).map(({ event }) => event));
      keepFocus(() => applyToCachedBoards({ queryClient, boardKey }, logged));
    }

    /** Shows what pending changes expect of a task that was read. */
    function showExpected(task: Task): void {
      if (!hasPendingChanges(task.id)) return;
      noteConfirmed(task);
      queryClient.setQueryData(taskKey(task.id), asExpected(task));
    }

    /** Shows the extended leases of these tasks. */
    function showLeases(taskIds: Iterable<string>): void {
      const shown = new Map(
        [...taskIds].flatMap((id) => {
          const lease = leases.get(id);
          return lease ? [[id, lease] as const] : [];
        }),
      );
      if (shown.size === 0) return;
      extendLeasesOnCachedBoards({ queryClient, boardKey }, shown);
      for (const id of shown.keys()) {
        const state = queryClient.getQueryState<Task>(taskKey(id));
        const task = state?.data && withExtendedLease(state.data, shown);
        if (task !== state?.data) {
          queryClient.setQueryData(taskKey(id), task, { updatedAt: state?.dataUpdatedAt });
        }
      }
    }

    const apply = createBatcher(SHOW_INTERVAL_MS, (events: LoggedEvent[]) => {
      // Not before applying: a response must not count a waiting event that it already includes.
      log.add(events);
      addRecentEvents(events);
      notifyManager.batch(() => {
        applyToBoards(events);
        for (const event of events) {
          applyToReads(event);
          noteComment(event);
          refetch(queriesTouchedBy(trpc, event));
          if (mayMatchSearch(event)) refetchSearches([event]);
        }
        showLeases(events.map(({ subject }) => subject.id));
        refetchOutdatedCounts(events);
      });
    });

    const extendLeases = createBatcher(SHOW_INTERVAL_MS, (extensions: LeaseExtension[]) => {
      keepNewest(leases, extensions);
      notifyManager.batch(() => showLeases(extensions.map(({ taskId }) => taskId)));
    });

    return {
      /** Applies events, in the order of the log. */
      apply,
      /** Shows leases that heartbeats have extended. */
      extendLeases,
      /** Refetches what shows leases: the event log does not tell what was missed of them. */
      refetchLeases(): void {
        void queryClient.invalidateQueries({ predicate: showsLease });
      },
      /** Applies events to a response that were received after its request. */
      applyMissedChanges(query: Query): void {
        if (query.state.data === undefined) return;
        if (pathOf(query).startsWith('board.')) {
          const data = applyMissedChanges(query, loggedChanges());
          if (data !== query.state.data) queryClient.setQueryData(query.queryKey, data);
        }
        if (pathOf(query) === 'board.column') {
          showLeases(leases.keys());
          // The command palette reads the first page alone.
          const { pages = [] } = query.state.data as Partial<ColumnPages>;
          for (const page of pages) noteCommentCounts(page);
        }
        if (pathOf(query) === 'board.counts') refetchOutdatedCounts([query]);
        if (!isRead(query)) return;
        if (pathOf(query) === 'tasks.get') showExpected(query.state.data as Task);
        const predicate = (other: Query) => other === query;
        for (const event of log.events) applyToReads(event, { predicate });
        if (pathOf(query) === 'tasks.get') showLeases([(query.state.data as Task).id]);
      },
      /** Refetches everything after too many missed events. */
      reload(): void {
        log.clear();
        forgetOwnChanges();
        queryClient.removeQueries({ type: 'inactive' });
        void queryClient.invalidateQueries();
      },
    };
  }, [queryClient, trpc, accountId]);

  useEffect(() => {
    for (const query of queryClient.getQueryCache().findAll()) cache.applyMissedChanges(query);
    return queryClient.getQueryCache().subscribe((event) => {
      const isResponse =
        event.type === 'added' ||
        (event.type === 'updated' &&
          (event.action.type === 'setState' || (event.action.type === 'success' && !event.action.manual)));
      if (isResponse) cache.applyMissedChanges(event.query);
    });
  }, [queryClient, cache]);
  return cache;
}

/** Restores the focus: a card that moves to another column is a new element. */
function keepFocus(change: () => void): void {
  const id = focusedElement()?.dataset.taskId;
  change();
  if (id === undefined) return;
  // The card is rendered in the second frame; the person may have moved the focus by then.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (!focusedElement()) linkOf('data-task-id', id)?.focus();
    }),
  );
}

/** More events than arrive during a request. */
const MAX_EVENTS = 1_000;

/** The last received events, in the order of the log. */
class LiveLog {
  #events: LoggedEvent[] = [];

  get events(): readonly LoggedEvent[] {
    return this.#events;
  }

  add(events: LoggedEvent[]): void {
    this.#events = [...this.#events, ...events].slice(-MAX_EVENTS);
  }

  clear(): void {
    this.#events = [];
  }
}
