import type { Database } from '@crewboard/db';
import type { Actor } from '../auth/actor.ts';
import type { VerbContext, VerbServices } from '../features/verb-context.ts';
import type { TeamDatabases } from '../limits/team-databases.ts';
import type { TrpcBatch } from './trpc-batch.ts';
import type { TrpcResults } from './trpc-results.ts';

/** The services of a process for every procedure. */
export type ProcedureServices = VerbServices & {
  db: Database;
  /** The connections that each team may use. */
  teamDatabases: TeamDatabases;
};

/** The context of every procedure. */
export type Context = ProcedureServices &
  Omit<VerbContext, keyof ProcedureServices | 'actor'> & {
    /** Null without a credential; only public procedures run then. */
    actor: Actor | null;
    /** Serializes the results of the procedures; absent for streams, and outside of tRPC. */
    trpcResults?: TrpcResults | undefined;
    /** The tRPC batch that the call is part of. */
    trpcBatch?: TrpcBatch | undefined;
  };
