/**
 * One timer for all components that show a time, running while there are any. Returns the function by which they
 * subscribe.
 */
export function createTicker(intervalMs: number, onTick?: () => void) {
  let timer: ReturnType<typeof setInterval> | undefined;
  const listeners = new Set<() => void>();
  return (listener: () => void): (() => void) => {
    listeners.add(listener);
    timer ??= setInterval(() => {
      onTick?.();
      for (const each of listeners) each();
    }, intervalMs);
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    };
  };
}
