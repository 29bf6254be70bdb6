'use client';

import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useId, useSyncExternalStore } from 'react';
import { useOnline } from '#lib/failures/use-online.ts';
import floating from './floating-notice.module.css';

/** The parts of the page that could not be loaded, each with its next attempt. */
const failures = new Map<string, () => void>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notify(): void {
  for (const listener of listeners) listener();
}

function retryAll(): void {
  for (const retry of [...failures.values()]) retry();
}

const firstFailure = (): string | undefined => failures.keys().next().value;

/**
 * In place of a part whose code could not be loaded. One notice says so for all parts; they are loaded again on a
 * click, and once the browser is online again.
 */
export function LoadFailure({ onRetry }: { onRetry: () => void }) {
  const id = useId();
  const isOnline = useOnline();
  const first = useSyncExternalStore(subscribe, firstFailure, () => undefined);

  useEffect(() => {
    failures.set(id, onRetry);
    notify();
    window.addEventListener('online', onRetry);
    return () => {
      failures.delete(id);
      notify();
      window.removeEventListener('online', onRetry);
    };
  }, [id, onRetry]);

  // While offline another notice is shown.
  if (first !== id || !isOnline) return null;
  return (
    <div className={floating.container} role="alert">
      <p className={floating.notice}>
        <IconAlertTriangle aria-hidden size={16} stroke={1.5} />A part of this page could not be loaded. Try
        again, or reload the page.
        <Button onClick={retryAll} size="compact-xs" variant="default">
          Try again
        </Button>
        <Button onClick={() => window.location.reload()} size="compact-xs" variant="default">
          Reload
        </Button>
      </p>
    </div>
  );
}
