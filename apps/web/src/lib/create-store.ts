import { useSyncExternalStore } from 'react';

/** A value outside of the components that show it. */
export function createStore<Value>(initial: Value) {
  let value = initial;
  const listeners = new Set<() => void>();
  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }
  return {
    get: () => value,
    set(next: Value): void {
      value = next;
      for (const listener of listeners) listener();
    },
    /** The value; the initial one on the server and in the first paint. */
    use: () =>
      useSyncExternalStore(
        subscribe,
        () => value,
        () => initial,
      ),
  };
}
