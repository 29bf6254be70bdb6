import { toDisplayedProblem } from '../failures/problem-of.ts';
import { showToast } from './toast.ts';

/** Shows a failed mutation: what happened, and what to do. */
export function showError(error: unknown): void {
  const { code, title, detail } = toDisplayedProblem(error);
  showFailure(code, title, detail);
}

/** @param kind a repeated failure replaces its toast and is announced again */
export function showFailure(kind: string, title: string, message: string): void {
  showToast({ kind, title, message, color: 'red', autoClose: 8_000 });
}
