/** Throttles `run` without losing items: the first call runs at once, later items together, once per interval. */
export function createBatcher<T>(intervalMs: number, run: (items: T[]) => void): (items: T[]) => void {
  let waiting: T[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush(): void {
    timer = undefined;
    if (waiting.length === 0) return;
    const items = waiting;
    waiting = [];
    timer = setTimeout(flush, intervalMs);
    run(items);
  }

  return (items) => {
    waiting.push(...items);
    if (!timer) flush();
  };
}
