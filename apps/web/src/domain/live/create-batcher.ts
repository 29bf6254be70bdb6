/** Hands things on: the first at once, what comes soon after it together at the end of the time. */
export function createBatcher<T>(intervalMs: number, run: (things: T[]) => void): (things: T[]) => void {
  let waiting: T[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush(): void {
    timer = undefined;
    if (waiting.length === 0) return;
    const things = waiting;
    waiting = [];
    timer = setTimeout(flush, intervalMs);
    run(things);
  }

  return (things) => {
    waiting.push(...things);
    if (!timer) flush();
  };
}
