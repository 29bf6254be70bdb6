import type { SecretBox } from '@crewboard/app-secret';
import type { Signal } from '@crewboard/db';
import type { Actor, TeamActor } from '../auth/actor.ts';
import type { Credential, Revocations } from '../auth/revocations.ts';
import type { SignInLimits } from '../auth/sign-in-limits.ts';
import type { TeamDatabase } from '../limits/team-databases.ts';
import type { Outbound } from '../outbound/outbound.ts';
import type { EventFeed } from './events/event-feed.ts';
import type { Readiness } from './system/readiness.ts';

/** What a process gives to every verb. */
export type VerbServices = {
  readiness: Readiness;
  /** The events of the log as they are committed. */
  feed: EventFeed;
  /** Reports when the credential of a stream ends. */
  revocations: Revocations;
  /** Notifies the readers of the log that there may be new events. */
  signal: Signal;
  /** Checks and calls the URLs of webhooks. */
  outbound: Outbound;
  /** Who may create teams in the dashboard. */
  teamCreation: 'operators' | 'anyone';
  /** Seals the secrets of webhooks. */
  secretBox: SecretBox;
  /** Limits the attempts to sign in. */
  signInLimits: SignInLimits;
};

/** What a response says besides its body. */
export type Answer = {
  /** The cursor of the next page; absent on the last one. */
  nextCursor?: string;
};

/** What a verb gets, whatever the transport. The caller is authenticated and has access to the operation. */
export type VerbContext<A extends Actor = TeamActor> = VerbServices & {
  actor: A;
  /** The connections that the caller's team may use. In a transaction `query` and `reads` are those of its connection. */
  db: TeamDatabase;
  /** The id of the request, as in its response, the log and the event it causes. */
  requestId: string;
  /** What the caller authenticated with; null for the web server itself. */
  credential: Credential | null;
  answer: Answer;
};
