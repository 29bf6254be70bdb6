'use client';

import { useEffect } from 'react';

type Pages = {
  hasNextPage: boolean;
  isFetching: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => Promise<unknown>;
};

/**
 * Loads the next page while the last one is empty: the API looks at a bounded number of rows for a page, and those that
 * match a filter may come later.
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
