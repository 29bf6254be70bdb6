import { toDisplayedProblem } from '../failures/problem-of.ts';
import { signInPath } from '../url/next-path.ts';

let isLeaving = false;

/** The pages that require a session. */
const SIGNED_IN = /^\/(t\/|account$)/;

/** Redirects to the sign-in and back when the session has ended while such a page was open. */
export function leaveWhenSignedOut(error: unknown): void {
  const { pathname, search } = window.location;
  if (isLeaving || !SIGNED_IN.test(pathname)) return;
  if (toDisplayedProblem(error).code !== 'UNAUTHENTICATED') return;
  isLeaving = true;
  window.location.assign(signInPath(pathname + search));
}
