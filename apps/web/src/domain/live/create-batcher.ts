/** Batches calls: runs the first at once, and those within the interval together at its end. */
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
