import type { IncomingHttpHeaders } from 'node:http';
import type { SecretBox } from '@crewboard/app-secret';
import type { LeaseExtension } from '@crewboard/contracts';
import type { ChangeNotifier } from '@crewboard/db';
import type { Actor, TeamActor } from '../auth/actor.ts';
import type { Credential, Revocations } from '../auth/revocations.ts';
import type { SignInLimits } from '../auth/sign-in-limits.ts';
import type { TeamDatabase } from '../limits/team-databases.ts';
import type { Outbound } from '../outbound/outbound.ts';
import type { Subscription } from './events/subscription.ts';
import type { Readiness } from './system/readiness.ts';

/** The services of a process that every verb gets. */
export type VerbServices = {
  readiness: Readiness;
  /** The events of the log as they are committed. */
  feed: { subscribe(teamId: string): Promise<Subscription> };
  /** The leases that heartbeats extend, without an event. */
  leaseFeed: {
    follow(teamId: string, onExtensions: (extensions: LeaseExtension[]) => void): () => void;
    report(teamId: string, extension: LeaseExtension): void;
  };
  /** Reports when the credential of a stream ends. */
  revocations: Revocations;
  /** Notifies the readers of the log that there may be new events. */
  changeNotifier: ChangeNotifier;
  /** Ends leases. Woken when an agent is deactivated. */
  leaseSweeper: { wake(): void };
  /** Checks and calls the URLs of webhooks. */
  outbound: Outbound;
  /** Who may create teams in the dashboard. */
  teamCreation: 'operators' | 'anyone';
  /** Seals the secrets of webhooks. */
  secretBox: SecretBox;
  /** Limits the attempts to sign in. */
  signInLimits: SignInLimits;
};

/** Values of a response besides its body. */
export type ResponseMetadata = {
  /** The cursor of the next page; absent on the last one. */
  nextCursor?: string;
};

/** What a verb gets from every transport. The caller is authenticated and has access to the operation. */
export type VerbContext<A extends Actor = TeamActor> = VerbServices & {
  actor: A;
  /** The connections that the caller's team may use. In a transaction `query` and `reads` are those of its connection. */
  db: TeamDatabase;
  /** The id of the request, as in its response, the log and the event it causes. */
  requestId: string;
  /** Of the request, as Node parsed them: names in lower case. */
  headers: IncomingHttpHeaders;
  /** The versions that the task may have for the change to be made; null where the caller does not care. */
  ifMatch: readonly number[] | null;
  /** The caller's credential; null for the web server itself. */
  credential: Credential | null;
  response: ResponseMetadata;
};
