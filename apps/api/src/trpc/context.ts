import type { Database } from '@crewboard/db';
import type { Actor } from '../auth/actor.ts';
import type { VerbContext, VerbServices } from '../features/verb-context.ts';
import type { TeamDatabases } from '../limits/team-databases.ts';
import type { TrpcBatch } from './trpc-batch.ts';
import type { TrpcResults } from './trpc-results.ts';

/** The services of the process that every procedure gets. */
export type ProcedureServices = VerbServices & {
  db: Database;
  /** Gives each team its share of the connections. */
  teamDatabases: TeamDatabases;
};

/** The context of every procedure. */
export type Context = ProcedureServices &
  Omit<VerbContext, keyof ProcedureServices | 'actor'> & {
    /** Null without a credential; only public procedures run then. */
    actor: Actor | null;
    /** Serializes the results of a tRPC request; absent for streams and for other transports. */
    trpcResults?: TrpcResults | undefined;
    /** The tRPC batch that the call is part of. */
    trpcBatch?: TrpcBatch | undefined;
  };
