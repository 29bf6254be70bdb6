import { useEffect, useState } from 'react';
import { type PageFailure, pageFailureOf, waitSecondsOf } from './page-failure.ts';

/** The texts about a failed page. After too many requests the title counts the seconds down. */
export function usePageFailure(error: unknown): PageFailure {
  const [passed, setPassed] = useState({ error, seconds: 0 });

  useEffect(() => {
    const waitSeconds = waitSecondsOf(error);
    if (waitSeconds === null) return;
    const startedAt = performance.now();
    const timer = setInterval(() => {
      const seconds = Math.floor((performance.now() - startedAt) / 1_000);
      if (seconds >= waitSeconds) clearInterval(timer);
      setPassed({ error, seconds });
    }, 1_000);
    return () => clearInterval(timer);
  }, [error]);

  return pageFailureOf(error, passed.error === error ? passed.seconds : 0);
}
