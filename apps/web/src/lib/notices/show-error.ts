import { toDisplayedProblem } from '../failures/problem-of.ts';
import { hideToast, showToast } from './toast.ts';

/** The code of a problem without a response of the service. */
const UNREACHABLE = 'UNAVAILABLE';

/** Shows a failed mutation: what happened, and what to do. */
export function showError(error: unknown): void {
  const { code, title, detail } = toDisplayedProblem(error);
  if (code === UNREACHABLE && !navigator.onLine) {
    showFailure(code, 'You are offline', 'It was probably not saved. Try again once you are online.');
    window.addEventListener('online', hideUnreachable, { once: true });
  } else showFailure(code, title, detail);
}

/** @param kind a repeated failure replaces its toast and is announced again */
export function showFailure(kind: string, title: string, message: string): void {
  showToast({ kind, title, message, color: 'red', autoClose: 8_000 });
}

/** Once online, the toast no longer holds. */
const hideUnreachable = (): void => hideToast(UNREACHABLE);
