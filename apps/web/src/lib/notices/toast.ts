import { randomId } from '@mantine/hooks';
import { type NotificationData, notifications, notificationsStore } from '@mantine/notifications';
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
  makeRoom();
  if (announcement !== undefined) announce(announcement);
  const role = announcement === undefined ? 'alert' : 'group';
  // A tap on a change spreads the stack: without a mouse, nothing is under a pointer.
  const tabIndex = role === 'group' ? -1 : undefined;
  return notifications.show(pausedByFocus({ role, tabIndex, autoClose: durationMs, ...content, id }));
}

/** Hides the oldest change where there are many: Mantine would show a new toast, also an error, only once another ends. */
function makeRoom(): void {
  const { notifications: shown, limit } = notificationsStore.getState();
  if (shown.length < limit) return;
  const oldest = shown.find(({ id, role }) => role === 'group' && !hasFocus(id)) ?? shown[0];
  notifications.hide(oldest?.id ?? '');
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
  return {
    ...toast,
    autoClose: hasFocus(toast.id) ? false : toast.autoClose,
    onFocus: () => notifications.update({ ...toast, autoClose: false }),
    onBlur: () => notifications.update(toast),
  };
}

const hasFocus = (id = ''): boolean => focusedElement()?.closest(`#${CSS.escape(id)}`) != null;
