import { toDisplayedProblem } from '../failures/problem-of.ts';
import { signInPath } from '../url/next-path.ts';

let isLeaving = false;

/** The pages that require a session. */
const SIGNED_IN = /^\/(t\/|account$)/;

/**
 * For the error of any call: redirects to the sign-in, and from there back to this page, if the session has ended.
 * Returns whether the browser is leaving the page, for this reason or by a sign-out.
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
 * Runs `endSession`, after which the caller loads another page. Meanwhile `leaveWhenSignedOut` does not redirect: its
 * page would tell a person who signs out that their session has ended.
 */
export async function endWithoutRedirect(endSession: () => Promise<unknown>): Promise<void> {
  isLeaving = true;
  try {
    await endSession();
  } catch (error) {
    isLeaving = false;
    throw error;
  }
}
