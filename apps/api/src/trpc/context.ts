import type { SecretBox } from '@crewboard/app-secret';
import type { Database, Signal } from '@crewboard/db';
import type { Actor, TeamActor } from '../auth/actor.ts';
import type { Credential, Revocations } from '../auth/revocations.ts';
import type { SignInLimits } from '../auth/sign-in-limits.ts';
import type { EventFeed } from '../features/events/event-feed.ts';
import type { Readiness } from '../features/system/readiness.ts';
import type { TeamDatabase, TeamDatabases } from '../limits/team-databases.ts';
import type { Outbound } from '../outbound/outbound.ts';
import type { BatchCalls } from './batch-calls.ts';

/** What every procedure gets. */
export type Context = {
  db: Database;
  /** The share of each team of its connections. */
  teamDatabases: TeamDatabases;
  readiness: Readiness;
  /** The events of the log as they are committed. */
  feed: EventFeed;
  /** Tells when the credential of a stream ends. */
  revocations: Revocations;
  /** Tells the readers of the log that there may be something new. */
  signal: Signal;
  /** What may be called from here, and calls it. */
  outbound: Outbound;
  /** Who may create teams in the dashboard. */
  teamCreation: 'operators' | 'anyone';
  /** Keeps the secrets of endpoints. */
  secretBox: SecretBox;
  /** Bounds the attempts to sign in. */
  signInLimits: SignInLimits;
  /** The id of the request, as in its answer, the log and the event it causes. */
  requestId: string;
  /** Null without a credential; only public procedures run then. */
  actor: Actor | null;
  /** What the caller was let in with; null without one, and for the web server itself. */
  credential: Credential | null;
  /** The batch that the call is part of. */
  batch?: BatchCalls | undefined;
  /** What an answer says besides its body. */
  answer: Answer;
};

/** The cursor of the next page; absent on the last one. */
export type Answer = { nextCursor?: string };

/** What a verb gets: the caller is known, and `db` is the share of the caller's team. */
export type VerbContext<A extends Actor = TeamActor> = Omit<Context, 'actor' | 'db' | 'teamDatabases'> & {
  actor: A;
  db: TeamDatabase;
};
