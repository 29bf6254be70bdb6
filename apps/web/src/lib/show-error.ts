import { randomId } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { toDisplayedProblem } from './problem-of.ts';
import { showToast } from './toast.ts';

const DURATION_MS = 8_000;

/** The toast of each failure that is shown. */
const shown = new Map<string, string>();

/** Shows a failed mutation: what happened, and what to do. */
export function showError(error: unknown): void {
  const { code, title, detail } = toDisplayedProblem(error);
  showFailure(code, title, detail);
}

/** @param kind a repeated failure replaces its toast and is announced again */
export function showFailure(kind: string, title: string, detail: string): void {
  const previousToast = shown.get(kind);
  if (previousToast) notifications.hide(previousToast);
  const id = randomId();
  shown.set(kind, id);
  showToast({
    id,
    title,
    message: detail,
    isFailure: true,
    durationMs: DURATION_MS,
    onClose: () => shown.get(kind) === id && shown.delete(kind),
  });
}
