import { randomId } from '@mantine/hooks';
import { type NotificationData, notifications, notificationsStore } from '@mantine/notifications';
import { focusedElement } from '../focus/focus.ts';
import { announce } from './announce.ts';

interface Toast extends NotificationData {
  /** The toast replaces the last one of its kind. A new id each time: Mantine ignores a toast whose id is shown. */
  kind?: string;
  /** The text for screen readers. Without it, the toast is an alert, which interrupts them. */
  announcement?: string;
}

type ToastUpdate = NotificationData & { id: string };

const durationMs = 5_000;
const lastIdByKind = new Map<string, string>();

/** Shows a toast for 5 s, unless `autoClose` says otherwise. Returns its id. */
export function showToast({ kind, announcement, ...content }: Toast): string {
  const id = randomId();
  if (kind !== undefined) {
    hideToast(kind);
    lastIdByKind.set(kind, id);
  }
  makeRoom();
  if (announcement !== undefined) announce(announcement);
  const role = announcement === undefined ? 'alert' : 'group';
  // Toasts with the role group are a stack (`mantine.css`), which the pointer or the focus spreads: a tap must be able
  // to focus one.
  const tabIndex = role === 'group' ? -1 : undefined;
  return notifications.show(pausedByFocus({ role, tabIndex, autoClose: durationMs, ...content, id }));
}

/**
 * Hides the oldest toast once the limit is reached, but an alert or one with the focus only if all are: Mantine would
 * show a new toast, even an error, only after another ends.
 */
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

/** Stops the time of a toast while it has the focus. Mantine itself stops it only under the pointer. */
function pausedByFocus(toast: ToastUpdate): ToastUpdate {
  return {
    ...toast,
    autoClose: hasFocus(toast.id) ? false : toast.autoClose,
    onFocus: () => notifications.update({ ...toast, autoClose: false }),
    onBlur: () => notifications.update(toast),
  };
}

const hasFocus = (id = ''): boolean => focusedElement()?.closest(`#${CSS.escape(id)}`) != null;
