import { problemOf } from '../../lib/problem-of.ts';

/** How often the log and the open delivery are read while they are in view. */
const POLL_MS = 2_000;

/** Until there is nothing to read any more, or nothing that the reader may see. */
export function pollInterval(isOnline: boolean, error: unknown): number | false {
  const isOver = ['NOT_FOUND', 'FORBIDDEN'].includes(problemOf(error).code);
  return isOnline && !isOver && POLL_MS;
}
