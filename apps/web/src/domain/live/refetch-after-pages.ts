import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';

/** Whether a list is loading another page, for example after a click on "Show more". */
const isGrowing = ({ state }: Query): boolean => state.fetchStatus !== 'idle' && !!state.fetchMeta?.fetchMore;

/** Refetches the queries under this key. A page that is being loaded comes first: the refetch would discard it. */
export async function refetchAfterPages(queryClient: QueryClient, queryKey: QueryKey): Promise<void> {
  const growing = queryClient.getQueryCache().findAll({ queryKey, predicate: isGrowing });
  await Promise.allSettled(growing.map(({ promise }) => promise));
  await queryClient.invalidateQueries({ queryKey });
}
