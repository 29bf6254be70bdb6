import { useSyncExternalStore } from 'react';

/** Empty until the code is loaded or has failed. */
interface LoadState<Value> {
  value?: Value;
  error?: unknown;
}

interface Later<Value> {
  /** Loads the code once. Resolves to whether it is loaded. Forgets a failure that no component waits for. */
  request: () => Promise<boolean>;
  subscribe: (listener: () => void) => () => void;
  read: () => LoadState<Value>;
}

const waiting: LoadState<never> = {};

/** Code that is loaded once for all components that use it. After a failure, it can be requested again. */
export function loadLater<Value>(load: () => Promise<Value>): Later<Value> {
  let state: LoadState<Value> = waiting;
  let loading: Promise<boolean> | undefined;
  const listeners = new Set<() => void>();

  function settle(next: LoadState<Value>): boolean {
    state = next;
    for (const listener of listeners) listener();
    return next.error === undefined;
  }

  function request(): Promise<boolean> {
    loading ??= load().then(
      (value) => settle({ value }),
      (error) => {
        loading = undefined;
        return listeners.size > 0 && settle({ error });
      },
    );
    return loading;
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && !state.value) state = waiting;
    };
  }

  return { request, subscribe, read: () => state };
}

/** The loaded code, or the error. */
export const useLoadState = <Value>({ subscribe, read }: Later<Value>): LoadState<Value> =>
  useSyncExternalStore(subscribe, read, () => waiting);
