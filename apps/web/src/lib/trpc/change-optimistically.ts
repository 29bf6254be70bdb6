import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { showError } from '../notices/show-error.ts';

interface OptimisticChange<Result> {
  queryClient: QueryClient;
  /** The queries that show the change. */
  queryKeys: QueryKey[];
  /** Shows the change before the response. */
  apply: () => void;
  send: () => Promise<Result>;
  /** Shows the response. */
  showResult: (result: Result) => void;
  rollBack: () => void;
  /** Shows the error; by default as a toast. */
  onError?: (error: unknown) => void;
}

/** Shows a change at once, and rolls it back if the request fails. Resolves to the result; to null after a failure. */
export async function changeOptimistically<Result>(change: OptimisticChange<Result>): Promise<Result | null> {
  const { queryClient, queryKeys, onError = showError } = change;
  const wasReading = queryKeys.filter((queryKey) => queryClient.isFetching({ queryKey }) > 0);
  const refetch = (keys: QueryKey[]) =>
    keys.forEach((queryKey) => void queryClient.invalidateQueries({ queryKey }));

  // Cancel running reads, whose responses would hide the change. This resets their data, so apply the change afterwards.
  const cancelled = queryKeys.map((queryKey) => queryClient.cancelQueries({ queryKey }));
  try {
    change.apply();
    await Promise.all(cancelled);
    const result = await change.send();
    change.showResult(result);
    refetch(wasReading);
    return result;
  } catch (error) {
    change.rollBack();
    onError(error);
    refetch(queryKeys);
    return null;
  }
}
