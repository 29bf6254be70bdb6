'use client';

import { useSearchParams } from 'next/navigation';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { readUrlState, type UrlChanges, type UrlState, writeUrlState } from './url-state.ts';

/** The query of the latest change, until the router has rendered it: that takes time, and a field must not lag behind. */
let written: string | null = null;
const listeners = new Set<() => void>();

function setWritten(query: string | null): void {
  written = query;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

interface ChangeOptions {
  /** `replace`: the back button skips the change. */
  history?: 'push' | 'replace';
}

/**
 * State in the URL: a reload and a link show the same, and the back button works. Changes do not request the page from
 * the server, and drop invalid values. `state` must be a constant.
 */
export function useUrlState<State extends UrlState<Record<string, (text: string) => string | null>>>(
  state: State,
) {
  const rendered = useSearchParams();
  const latest = useSyncExternalStore(
    subscribe,
    () => written,
    () => null,
  );
  const values = useMemo(
    () => readUrlState(state, latest === null ? rendered : new URLSearchParams(latest)),
    [state, latest, rendered],
  );

  useEffect(() => {
    const isRendered = new URLSearchParams(written ?? '').toString() === rendered.toString();
    if (written !== null && (isRendered || written !== window.location.search)) setWritten(null);
  }, [rendered]);

  /** Null clears a value; null alone clears all of them. */
  function change(changes: UrlChanges<State> | null, { history = 'push' }: ChangeOptions = {}): void {
    const { pathname, search } = window.location;
    const cleared = Object.fromEntries(Object.keys(state.parsers).map((key) => [key, null]));
    const current = changes && readUrlState(state, new URLSearchParams(search));
    const url = writeUrlState(state, pathname + search, {
      ...cleared,
      ...current,
      ...changes,
    } as UrlChanges<State>);
    if (url === pathname + search) return;
    window.history[history === 'push' ? 'pushState' : 'replaceState'](null, '', url);
    setWritten(window.location.search);
  }

  return [values, change] as const;
}
