import { toDisplayedProblem } from '#lib/failures/problem-of.ts';

const POLL_INTERVAL_MS = 2_000;

/** The `refetchInterval` of a query; false, which ends it, once the person may no longer read the endpoint. */
export function pollInterval({ state }: { state: { error: unknown } }): number | false {
  const isOver = ['NOT_FOUND', 'FORBIDDEN'].includes(toDisplayedProblem(state.error).code);
  return !isOver && POLL_INTERVAL_MS;
}
