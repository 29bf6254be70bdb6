import { signInPath } from '../next-path.ts';
import { problemOf } from '../problem-of.ts';

let isLeaving = false;

/** A session that has ended while a team's page was open leads to the sign-in and back. */
export function leaveWhenSignedOut(error: unknown): void {
  const { pathname, search } = window.location;
  if (isLeaving || !pathname.startsWith('/t/')) return;
  if (problemOf(error).code !== 'UNAUTHENTICATED') return;
  isLeaving = true;
  window.location.assign(signInPath(pathname + search));
}
