import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';

/** Refetches the queries under this key, after the running reads that a refetch would not repeat or would discard. */
export async function refetchAfterReads(queryClient: QueryClient, queryKey: QueryKey): Promise<void> {
  const awaited = queryClient.getQueryCache().findAll({ queryKey, predicate: isAwaited });
  await Promise.allSettled(awaited.map(({ promise }) => promise));
  await queryClient.invalidateQueries({ queryKey });
}

/**
 * Whether a refetch must wait for the running read. TanStack Query does not repeat a first read, which may be older
 * than the event, and would discard a further page that is being loaded, for example after a click on "Show more".
 */
const isAwaited = ({ state }: Query): boolean =>
  state.fetchStatus !== 'idle' && (state.data === undefined || !!state.fetchMeta?.fetchMore);
