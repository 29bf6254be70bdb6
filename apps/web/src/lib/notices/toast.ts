import { randomId } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';

interface Toast {
  id?: string;
  title?: string;
  message: ReactNode;
  isFailure?: boolean;
  /** How long it stays, in milliseconds. */
  durationMs: number;
}

/** A hovered or focused toast stays, and is checked again after this time. */
const RECHECK_INTERVAL_MS = 1_500;

const timers = new Map<string, ReturnType<typeof setTimeout>>();

/**
 * Shows a toast with a timer that starts once it is visible. Returns its id. A failure interrupts screen readers; use
 * `announce` for successes.
 */
export function showToast({ id = randomId(), isFailure = false, durationMs, ...content }: Toast): string {
  return notifications.show({
    ...content,
    id,
    color: isFailure ? 'red' : undefined,
    withBorder: true,
    autoClose: false,
    role: isFailure ? 'alert' : 'group',
    closeButtonProps: { 'aria-label': 'Close' },
    onOpen: () => hideToastAfter(id, durationMs),
    onClose() {
      clearTimeout(timers.get(id));
      timers.delete(id);
    },
  });
}

const lastIdByKind = new Map<string, string>();

/**
 * Shows a toast in place of the last one of its kind, with an id of its own: Mantine ignores a toast whose id is shown,
 * and screen readers announce only a new one.
 */
export function replaceToast(kind: string, show: (id: string) => void): void {
  const lastId = lastIdByKind.get(kind);
  if (lastId) notifications.hide(lastId);
  const id = randomId();
  lastIdByKind.set(kind, id);
  show(id);
}

/** Restarts the timer of a toast. */
export function hideToastAfter(id: string, durationMs: number): void {
  clearTimeout(timers.get(id));
  const timer = setTimeout(() => {
    const isInUse = document.getElementById(id)?.matches(':hover, :focus-within');
    if (isInUse) hideToastAfter(id, RECHECK_INTERVAL_MS);
    else notifications.hide(id);
  }, durationMs);
  timers.set(id, timer);
}
