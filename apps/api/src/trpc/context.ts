import type { Database } from '@crewboard/db';
import type { Actor, TeamActor } from '../auth/actor.ts';
import type { AppError } from '../errors.ts';
import type { Readiness } from '../features/system/readiness.ts';

/** What every procedure gets. */
export type Context = {
  db: Database;
  readiness: Readiness;
  /** The id of the request, as in its answer, the log and the event it causes. */
  requestId: string;
  /** Null without a credential; only public procedures run then. */
  actor: Actor | null;
  /** Why the credential of this request is worth nothing. */
  refusal?: AppError;
  /** What an answer says besides its body. */
  answer: Answer;
};

/** The cursor of the next page; absent on the last one. */
export type Answer = { nextCursor?: string };

/** What a verb gets: the caller is known. */
export type VerbContext<A extends Actor = TeamActor> = Omit<Context, 'actor' | 'refusal'> & { actor: A };
