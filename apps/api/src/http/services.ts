import type { Context } from '../trpc/context.ts';
import type { Admission } from './admission.ts';

/** What the two doors share: how to know a caller, and what every procedure gets. */
export type Services = {
  admission: Admission;
  context: Pick<
    Context,
    | 'db'
    | 'teamDatabases'
    | 'readiness'
    | 'feed'
    | 'revocations'
    | 'signal'
    | 'outbound'
    | 'teamCreation'
    | 'secretBox'
    | 'signInLimits'
  >;
};
