import type {
  Activity,
  Attention,
  BoardCounts,
  Event,
  LoggedEvent,
  Task,
  TaskStatus,
} from '@crewboard/contracts';
import { notifyManager, type Query, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { whenShown } from '#domain/board/card-view.ts';
import { isPartlyListed } from '#domain/board/next-actor.ts';
import { callOf, useTaskStore } from '#domain/board/store/use-task-store.ts';
import { focusedElement, linkOf } from '#lib/focus/focus.ts';
import { useTRPC } from '#lib/trpc/client.ts';
import { addActivity } from './activity-cache.ts';
import { createBatcher } from './create-batcher.ts';
import { toLoggedChange, toLoggedDeletion } from './event-change.ts';
import { addToHistory, type HistoryPages } from './history-cache.ts';
import { namesTouchedBy, queriesTouchedBy } from './queries-touched-by.ts';
import { addRecentEvents } from './recent-events.ts';
import { refetchAfterReads } from './refetch-after-reads.ts';
import { showArrivals } from './show-arrivals.ts';

/** The minimum interval between refetches. */
const REFETCH_INTERVAL_MS = 1_000;
/** The minimum interval for who acts next: the API finds it in the rows of several tables. */
const NEXT_INTERVAL_MS = 2_000;
/** The minimum interval for inexact counts: the API looks at thousands of tasks for them. */
const RECOUNT_INTERVAL_MS = 5_000;
/** Shows the first change at once, and those within this interval together, to limit the work of the page. */
const SHOW_INTERVAL_MS = 50;
/** More events than arrive during a request: a late response still finds those that it lacks. */
const MAX_EVENTS = 1_000;

/** Whether an event may change the results of searches. The API must say so, because the page has no descriptions. */
function mayMatchSearch({ type, changes }: Event): boolean {
  return type === 'task.created' || Boolean(changes?.title ?? changes?.description);
}

/** Whether the query is part of a board under a search. */
const isSearch = (query: Query): boolean => Boolean((callOf(query).input as { search?: string })?.search);

const isOpenColumn = (query: Query): boolean =>
  ['todo', 'in_progress'].includes((callOf(query).input as { status: TaskStatus }).status);

const idOf = ({ id }: { id: string }): string => id;

/** Applies the events of a team to the store and the cached queries, and refetches what the events do not contain. */
export function useLiveCache() {
  const queryClient = useQueryClient();
  const trpc = useTRPC();
  const store = useTaskStore();

  const cache = useMemo(() => {
    let log: readonly LoggedEvent[] = [];
    const refetch = createBatcher(REFETCH_INTERVAL_MS, (keys: QueryKey[]) => {
      const unique = new Map(keys.map((queryKey) => [JSON.stringify(queryKey), queryKey]));
      for (const queryKey of unique.values()) void refetchAfterReads(queryClient, queryKey);
    });

    const refetchSearches = createBatcher(REFETCH_INTERVAL_MS, () => {
      void queryClient.invalidateQueries({ queryKey: trpc.board.pathKey(), predicate: isSearch });
    });

    const refetchOutdatedCounts = createBatcher(RECOUNT_INTERVAL_MS, () => {
      const isOutdated = ({ state }: Query) =>
        state.data !== undefined && store.isOutdated(state.data as BoardCounts);
      void queryClient.invalidateQueries({ queryKey: trpc.board.counts.pathKey(), predicate: isOutdated });
    });

    /** Who acts next on a task also depends on other tasks, agents and pauses, whose events do not name the task. */
    const refetchNext = createBatcher(NEXT_INTERVAL_MS, () => {
      void refetchAfterReads(queryClient, trpc.attention.pathKey());
      void refetchAfterReads(queryClient, [...trpc.tasks.get.pathKey(), { input: { include: 'next' } }]);
    });

    /** The reasons for which more tasks wait than the last response lists, with their counts and the listed tasks. */
    let partlyListed: string | undefined;
    /** The store marks the cards of listed tasks itself: those of other tasks may have changed if this text has. */
    const refetchUnlistedMarks = (attention: Attention) => {
      const before = partlyListed;
      partlyListed = attention.tasks
        .filter(isPartlyListed)
        .flatMap((each) => [each.reason, each.count, ...each.tasks.map(idOf)])
        .join();
      if (before === undefined || before === partlyListed) return;
      void queryClient.invalidateQueries({ queryKey: trpc.board.column.pathKey(), predicate: isOpenColumn });
    };

    /** Adds events to the cached histories and activities that lack them. */
    function addToCache(events: readonly LoggedEvent[], predicate?: (query: Query) => boolean): void {
      for (const event of events) {
        if (event.subject.type !== 'task') continue;
        const history = trpc.events.history.infiniteQueryKey({ taskId: event.subject.id });
        const activity = trpc.events.activity.queryKey({ teamId: event.teamId });
        queryClient.setQueriesData<HistoryPages>({ queryKey: history, predicate }, addToHistory(event));
        queryClient.setQueriesData<Activity>({ queryKey: activity, predicate }, addActivity(event));
      }
    }

    const apply = createBatcher(SHOW_INTERVAL_MS, (events: LoggedEvent[]) => {
      // `complete` adds the log to a response. While events wait for this batch, they must not be in the log: the
      // response would get them twice.
      log = [...log, ...events].slice(-MAX_EVENTS);
      addRecentEvents(events);
      const changes = events.map(toLoggedChange).filter((change) => change !== null);
      // Animate only the changes of others, before the store gets the events: it shows those of this page already.
      showArrivals(
        events.filter(
          ({ subject, snapshot }) =>
            subject.type === 'task' && store.shown(subject.id)?.status !== snapshot.status,
        ),
      );
      void keepFocus();
      store.receiveChanges(changes);
      store.receiveDeletions(events.map(toLoggedDeletion).filter((deletion) => deletion !== null));
      notifyManager.batch(() => {
        addToCache(events);
        for (const event of events) {
          const names = queryClient.getQueryData(trpc.members.names.queryKey({ teamId: event.teamId }));
          const touched = [...queriesTouchedBy(trpc, event), ...namesTouchedBy(trpc, event, names)];
          // Refetch after the panel of the deleted task has closed, because its reads would fail.
          if (event.type === 'task.deleted') setTimeout(() => refetch(touched));
          else refetch(touched);
          if (mayMatchSearch(event)) refetchSearches([event]);
        }
        refetchOutdatedCounts(events);
        if (events.some(({ type }) => type !== 'task.commented')) refetchNext(events);
      });
    });

    return {
      /** Applies events, in the order of the log. */
      apply,
      /** Shows leases that heartbeats have extended. */
      extendLeases: createBatcher(SHOW_INTERVAL_MS, store.extendLeases),
      /** Refetches all leases that the page shows: the event log does not contain extensions that were missed. */
      refetchLeases(): void {
        const showsLease = (query: Query) => {
          const { path, input } = callOf(query);
          if (path === 'tasks.get') return (query.state.data as Task | undefined)?.leaseExpiresAt != null;
          return path === 'board.column' && (input as { status: TaskStatus }).status === 'in_progress';
        };
        if (store.hasLeases()) void queryClient.invalidateQueries({ predicate: showsLease });
      },
      /** Completes a response that lacks events which were received since its request. */
      complete(query: Query): void {
        const { path } = callOf(query);
        if (path === 'board.counts') refetchOutdatedCounts([query]);
        if (path === 'attention.get' && query.state.data) refetchUnlistedMarks(query.state.data as Attention);
        if (path === 'events.history' || path === 'events.activity')
          addToCache(log, (other) => other === query);
      },
      /** Refetches everything after too many missed events. */
      reload(): void {
        log = [];
        store.forgetEvents();
        queryClient.removeQueries({ type: 'inactive' });
        void queryClient.invalidateQueries();
      },
    };
  }, [queryClient, trpc, store]);

  useEffect(() => {
    for (const query of queryClient.getQueryCache().findAll()) cache.complete(query);
    return queryClient.getQueryCache().subscribe((event) => {
      // Hydrated data is added, or replaces older data with `setState`. Data that this page has set is `manual`.
      const isResponse =
        event.type === 'added' ||
        (event.type === 'updated' &&
          (event.action.type === 'setState' || (event.action.type === 'success' && !event.action.manual)));
      if (isResponse) cache.complete(event.query);
    });
  }, [queryClient, cache]);
  return cache;
}

/** Restores the focus after a change: a card that moves to another column is a new element. */
async function keepFocus(): Promise<void> {
  const id = focusedElement()?.dataset.taskId;
  if (id === undefined) return;
  await whenShown();
  // The person may have moved the focus by then.
  if (!focusedElement()) linkOf('data-task-id', id)?.focus();
}
