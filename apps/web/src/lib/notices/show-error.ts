import { toDisplayedProblem } from '../failures/problem-of.ts';
import { hideToast, showToast } from './toast.ts';

/** The code of an error without a response of the API: see `toDisplayedProblem`. */
const UNREACHABLE = 'UNAVAILABLE';

/** Shows a failed mutation: what happened, and what to do. */
export function showError(error: unknown): void {
  const { code, title, detail } = toDisplayedProblem(error);
  if (code === UNREACHABLE && !navigator.onLine) {
    showFailure(code, 'You are offline', 'It was probably not saved. Try again once you are online.');
    window.addEventListener('online', hideUnreachable, { once: true });
  } else showFailure(code, title, detail);
}

/**
 * Shows a failure as a toast, and announces it.
 * @param kind a later failure of the same kind replaces the toast
 */
export function showFailure(kind: string, title: string, message: string): void {
  showToast({ kind, title, message, color: 'red', autoClose: 8_000 });
}

/** Once the browser is online, the toast is no longer true. */
const hideUnreachable = (): void => hideToast(UNREACHABLE);
