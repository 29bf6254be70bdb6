import type { AppRouter } from '@crewboard/api/router';
import type { TRPCLink } from '@trpc/client';

/** Longer than the server of the pages waits for the API. */
const TIMEOUT_MS = 65_000;

/** Fails a call whose connection was lost without notice: changes of a task wait for the earlier ones. */
export const endInTime: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    next({ ...op, signal: op.signal ?? AbortSignal.timeout(TIMEOUT_MS) });
