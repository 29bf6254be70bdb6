import type { AppRouter } from '@crewboard/api/router';
import type { TRPCLink } from '@trpc/client';

/** Removes the direction of paging, which tRPC adds to infinite queries and the strict inputs of the API reject. */
export const omitDirection: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) => {
    if (op.type !== 'query' || !op.input) return next(op);
    const { direction: _, ...input } = op.input as { direction?: unknown };
    return next({ ...op, input });
  };
