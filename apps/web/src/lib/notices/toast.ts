import { randomId } from '@mantine/hooks';
import { type NotificationData, notifications } from '@mantine/notifications';
import { focusedElement } from '../focus/focus.ts';
import { announce } from './announce.ts';

interface Toast extends NotificationData {
  /** The toast replaces the last one of its kind: Mantine ignores one whose id is shown, and nobody would hear it. */
  kind?: string;
  /** For screen readers, in place of the toast, which would interrupt them. */
  announcement?: string;
}

type ToastUpdate = NotificationData & { id: string };

const durationMs = 5_000;
const lastIdByKind = new Map<string, string>();

/** Returns the id of the toast. */
export function showToast({ kind, announcement, ...content }: Toast): string {
  const id = randomId();
  if (kind !== undefined) {
    hideToast(kind);
    lastIdByKind.set(kind, id);
  }
  if (announcement !== undefined) announce(announcement);
  const role = announcement === undefined ? 'alert' : 'group';
  return notifications.show(pausedByFocus({ role, autoClose: durationMs, ...content, id }));
}

/** Hides the last toast of a kind. */
export function hideToast(kind: string): void {
  const lastId = lastIdByKind.get(kind);
  if (lastId) notifications.hide(lastId);
}

/** Changes a toast that is shown, and restarts its time. */
export const updateToast = (toast: ToastUpdate): void => void notifications.update(pausedByFocus(toast));

/** Mantine stops the time of a toast under the pointer. It stops here for one with the focus. */
function pausedByFocus(toast: ToastUpdate): ToastUpdate {
  const hasFocus = focusedElement()?.closest(`#${CSS.escape(toast.id)}`) != null;
  return {
    ...toast,
    autoClose: hasFocus ? false : toast.autoClose,
    onFocus: () => notifications.update({ ...toast, autoClose: false }),
    onBlur: () => notifications.update(toast),
  };
}
