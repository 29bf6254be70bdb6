import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Whether a refetch now would not read the query again: its first read is under way, which may be older than the event, or
 * discard the page of a list that is being loaded, for example after a click on "Show more".
 */
const isAwaited = ({ state }: Query): boolean =>
  state.fetchStatus !== 'idle' && (state.data === undefined || !!state.fetchMeta?.fetchMore);

/** Refetches the queries under this key, after the reads that come first. */
export async function refetchAfterPages(queryClient: QueryClient, queryKey: QueryKey): Promise<void> {
  const awaited = queryClient.getQueryCache().findAll({ queryKey, predicate: isAwaited });
  await Promise.allSettled(awaited.map(({ promise }) => promise));
  await queryClient.invalidateQueries({ queryKey });
}
