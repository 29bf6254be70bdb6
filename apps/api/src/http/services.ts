import type { FastifyRequest } from 'fastify';
import type { Caller } from '../auth/authenticate.ts';
import type { Context } from '../trpc/context.ts';

/** What the two doors share: how to know a caller, and what every procedure gets. */
export type Services = {
  authenticate(request: FastifyRequest): Promise<Caller>;
  context: Pick<
    Context,
    | 'db'
    | 'teamDatabases'
    | 'readiness'
    | 'feed'
    | 'revocations'
    | 'signal'
    | 'outbound'
    | 'secretBox'
    | 'signInLimits'
  >;
};
