import { toDisplayedProblem } from '#lib/failures/problem-of.ts';

const POLL_INTERVAL_MS = 2_000;

/** How often a query is repeated, in milliseconds; false once there is nothing more that the person may read. */
export function pollInterval({ state }: { state: { error: unknown } }): number | false {
  const isOver = ['NOT_FOUND', 'FORBIDDEN'].includes(toDisplayedProblem(state.error).code);
  return !isOver && POLL_INTERVAL_MS;
}
