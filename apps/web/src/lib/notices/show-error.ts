import { toDisplayedProblem } from '../failures/problem-of.ts';
import { replaceToast, showToast } from './toast.ts';

const DURATION_MS = 8_000;

/** Shows a failed mutation: what happened, and what to do. */
export function showError(error: unknown): void {
  const { code, title, detail } = toDisplayedProblem(error);
  showFailure(code, title, detail);
}

/** @param kind a repeated failure replaces its toast and is announced again */
export function showFailure(kind: string, title: string, detail: string): void {
  replaceToast(kind, (id) =>
    showToast({ id, title, message: detail, isFailure: true, durationMs: DURATION_MS }),
  );
}
