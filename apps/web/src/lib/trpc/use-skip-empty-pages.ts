import { useEffect } from 'react';

type Pages = {
  hasNextPage: boolean;
  isFetching: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => Promise<unknown>;
};

/**
 * Loads the next page of a list while its last page is empty. The API looks at a bounded number of rows for a page, so
 * the rows that match a filter may be on a later one.
 */
export function useSkipEmptyPages(
  { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage }: Pages,
  isLastPageEmpty: boolean,
): void {
  const isSkipped = isLastPageEmpty && hasNextPage && !isFetching && !isFetchNextPageError;
  useEffect(() => {
    if (isSkipped) void fetchNextPage();
  }, [isSkipped, fetchNextPage]);
}
