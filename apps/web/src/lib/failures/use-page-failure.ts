import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type PageFailure, pageFailureOf, waitSecondsOf } from './page-failure.ts';

/**
 * The texts about a failed page, and a function that renders it again. After a failure that passes, the page also tries
 * again by itself; after too many requests, the title counts the seconds down.
 * @param retry from Next: renders the page again
 */
export function usePageFailure(error: unknown, retry: () => void): PageFailure & { tryAgain: () => void } {
  const queryClient = useQueryClient();
  const [passed, setPassed] = useState<{ error: unknown; seconds: number }>();

  function tryAgain(): void {
    // The cached data may be the cause.
    queryClient.clear();
    retry();
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: `tryAgain` does the same for each render.
  useEffect(() => {
    const waitSeconds = waitSecondsOf(error);
    if (waitSeconds === null) return;
    const shown = new AbortController();
    const { signal } = shown;
    const onSecond = (seconds: number) => setPassed({ error, seconds });
    import('./retry-by-itself.ts').then(
      ({ retryByItself }) => retryByItself({ waitSeconds, onSecond, retry: tryAgain, signal }),
      // Without the code, the page keeps the text that asks the person to try again.
      () => {},
    );
    return () => shown.abort();
  }, [error]);

  const isRetrying = passed !== undefined && passed.error === error;
  return { ...pageFailureOf(error, isRetrying ? passed.seconds : undefined), tryAgain };
}
