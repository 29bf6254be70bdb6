import type {
  Attention,
  BoardColumn,
  BoardCounts,
  BoardCursor,
  BoardFilter,
  Task,
  TaskDependencies,
  TaskStatus,
} from '@crewboard/contracts';
import {
  keepPreviousData,
  type Query,
  type QueryClient,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useTRPC } from '#lib/trpc/client.ts';
import { columnOptions } from '../board-queries.ts';
import type { TodoOrder } from '../todo-order.ts';
import type { ColumnInput, ColumnPages } from './column-view.ts';
import { TaskStore } from './task-store.ts';

const stores = new WeakMap<QueryClient, TaskStore>();

/** The store of the tasks of this page. It follows all queries of the query client. */
export function useTaskStore(): TaskStore {
  const queryClient = useQueryClient();
  const known = stores.get(queryClient);
  if (known) return known;
  const store = new TaskStore();
  stores.set(queryClient, store);
  followReads(queryClient, store);
  return store;
}

/** A value of the store, kept current. `read` must return the same object while nothing has changed. */
export function useStored<Value>(read: (store: TaskStore) => Value): Value {
  const store = useTaskStore();
  const get = () => read(store);
  return useSyncExternalStore(store.subscribe, get, get);
}

/** A column, kept current. While it is read for the first time, it has the tasks of the previous filter. */
export function useColumn(filter: BoardFilter, column: { status: TaskStatus; todoOrder: TodoOrder }) {
  const options = columnOptions(useTRPC(), filter, column);
  const query = useInfiniteQuery({ ...options, placeholderData: keepPreviousData });
  const tasks = useStored((store) => store.column(query.data));
  return { ...query, tasks };
}

/** The procedure of a query, such as "tasks.get", and its input. */
export function callOf({ queryKey }: Query) {
  const [path, { input, type } = {}] = queryKey as [string[], { input?: unknown; type?: string }?];
  return { path: path.join('.'), input, isInfinite: type === 'infinite' };
}

/** Passes the data of all queries to the store, also the data that a render hydrates. */
function followReads(queryClient: QueryClient, store: TaskStore): void {
  const cache = queryClient.getQueryCache();
  const begunAt = new WeakMap<Query, number>();

  function tell(query: Query): void {
    const { data } = query.state;
    if (data === undefined) return;
    // The server read hydrated data at an unknown time: it counts as older than all events.
    const at = begunAt.get(query) ?? 0;
    begunAt.delete(query);
    const { path, input, isInfinite } = callOf(query);
    if (path === 'tasks.get') store.receiveTask(data as Task);
    if (path === 'tasks.dependencies' || path === 'tasks.hierarchy') store.receiveList(data as object, at);
    if (path === 'attention.get')
      store.receiveAttention((input as BoardFilter).teamId, data as Attention, at);
    if (path === 'board.counts') store.receiveCounts(input as BoardFilter, data as BoardCounts, at);
    if (path !== 'board.column') return;
    const column = input as ColumnInput & { cursor?: BoardCursor | null };
    // The task search reads one page at a time.
    if (!isInfinite) {
      store.receivePage(column, column.cursor ?? null, data as BoardColumn, at);
      return;
    }
    store.receiveColumn(column, data as ColumnPages, at);
    const columns = readBy(path).filter((other) => callOf(other).isInfinite);
    // Unlike sub-tasks, dependencies are not read again after each change of a listed task: the store must keep them.
    const lists = readBy('tasks.dependencies');
    store.evict(dataOf<ColumnPages>(columns), dataOf<TaskDependencies>(lists));
  }

  const readBy = (path: string) => cache.findAll({ predicate: (query) => callOf(query).path === path });
  const dataOf = <Data>(queries: Query[]) =>
    queries.flatMap(({ state }) => (state.data as Data | undefined) ?? []) as Data[];

  for (const query of cache.getAll()) tell(query);
  const unfollow = cache.subscribe((event) => {
    // "Try again" on a failed page clears the cache. Start a new store as well: its state may be the cause.
    if (event.type === 'removed' && cache.getAll().length === 0) {
      stores.delete(queryClient);
      unfollow();
    }
    if (event.type === 'added') tell(event.query);
    if (event.type !== 'updated') return;
    if (event.action.type === 'fetch') begunAt.set(event.query, store.now());
    if (event.action.type === 'success' || event.action.type === 'setState') tell(event.query);
  });
}
