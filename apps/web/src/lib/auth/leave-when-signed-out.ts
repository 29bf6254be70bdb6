import { toDisplayedProblem } from '../failures/problem-of.ts';
import { signInPath } from '../url/next-path.ts';

let isLeaving = false;

/** The pages that require a session. */
const SIGNED_IN = /^\/(t\/|account$)/;

/**
 * Redirects to the sign-in and back when the session has ended while such a page was open. Returns whether the page is
 * being left, for this reason or by a sign-out.
 */
export function leaveWhenSignedOut(error: unknown): boolean {
  const { pathname, search } = window.location;
  if (isLeaving || !SIGNED_IN.test(pathname)) return isLeaving;
  if (toDisplayedProblem(error).code !== 'UNAUTHENTICATED') return false;
  isLeaving = true;
  window.location.assign(signInPath(pathname + search));
  return true;
}

/**
 * Runs the end of the session, which then loads another page. Requests that are rejected meanwhile because the session
 * has ended do not redirect: somebody who signs out would read that the session has ended.
 */
export async function leaveBy(endSession: () => Promise<void>): Promise<void> {
  isLeaving = true;
  try {
    await endSession();
  } catch (error) {
    isLeaving = false;
    throw error;
  }
}
