import type { QueryKey } from '@tanstack/react-query';

/** Collects keys and hands them on: the first at once, what comes soon after it together at the end of the time. */
export function throttled(everyMs: number, run: (keys: QueryKey[]) => void): (keys: QueryKey[]) => void {
  const waiting = new Map<string, QueryKey>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush(): void {
    timer = undefined;
    if (waiting.size === 0) return;
    const keys = [...waiting.values()];
    waiting.clear();
    timer = setTimeout(flush, everyMs);
    run(keys);
  }

  return (keys) => {
    for (const key of keys) waiting.set(JSON.stringify(key), key);
    if (!timer) flush();
  };
}
