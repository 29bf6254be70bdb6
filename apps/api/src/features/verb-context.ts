import type { IncomingHttpHeaders } from 'node:http';
import type { SecretBox } from '@crewboard/app-secret';
import type { BoardCursor, EventPosition, LeaseExtension } from '@crewboard/contracts';
import type { ChangeNotifier } from '@crewboard/db';
import type { z } from 'zod';
import type { Actor, TeamActor } from '../auth/actor.ts';
import type { Credential, Revocations } from '../auth/revocations.ts';
import type { SignInLimits } from '../auth/sign-in-limits.ts';
import type { UncheckedToken } from '../auth/unchecked-token.ts';
import type { Batches } from '../batching/batches.ts';
import type { TeamDatabase } from '../limits/team-databases.ts';
import type { Outbound } from '../outbound/outbound.ts';
import type { Subscription } from './events/subscription.ts';
import type { KeyedRequest } from './idempotency/keep-response.ts';
import type { BackupWatch } from './system/backup-watch.ts';
import type { Readiness } from './system/readiness.ts';
import type { TaskArrivals } from './tasks/queue/task-arrivals.ts';
import type { WaitingAgents } from './tasks/queue/waiting-agents.ts';
import type { TaskWaits } from './tasks/wait/task-waits.ts';
import type { InstallationId } from './webhooks/installation.ts';

/** The services of a process that every verb gets. */
export type VerbServices = {
  /** Sends calls of many requests as one statement. */
  batches: Batches;
  readiness: Readiness;
  /** Undefined where this process does not know the folder of the backups. */
  backups: BackupWatch | undefined;
  /** The events of the log as they are committed. */
  feed: { subscribe(teamId: string, after: EventPosition): Promise<Subscription> };
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
  /** Archives and restores tasks with their projects. Woken when a project is archived or restored. */
  archiver: { wake(): void };
  /** Erases what was deleted, and deletes the tasks of deleted projects. Woken by a deletion. */
  eraser: { wake(): void };
  /** The requests that wait for a task. */
  waitingAgents: WaitingAgents;
  /** The requests that wait until tasks have ended. */
  taskWaits: TaskWaits;
  /** Wakes waiting agents, in all processes, when there is a task for them. All others that wait for changes read the log. */
  taskArrivals: Pick<TaskArrivals, 'report'>;
  /** Checks and calls the URLs of webhooks. */
  outbound: Outbound;
  /** Who may create teams in the dashboard. */
  teamCreation: 'operators' | 'anyone';
  /** The identity of the installation outside its database. */
  installationId: InstallationId;
  /** Seals the secrets of webhooks. */
  secretBox: SecretBox;
  /** Limits the attempts to sign in. */
  signInLimits: SignInLimits;
};

/** Values of a response besides its body. */
export type ResponseMetadata = {
  /** The cursor of the next page; absent on the last one. */
  nextCursor?: string;
  /** The cursor after the item of a page with this index: see `serializePage`. */
  cursorAt?: (index: number) => string | BoardCursor;
  /** What the request waits for has happened, so that it need not be sent again to wait longer. */
  isWaitOver?: boolean;
  /** Of a list of events: when older ones were removed last; null while all are there. */
  historyRemovedAt?: string | null;
  /** Nothing was changed, although the operation is a mutation: the readers of the log are not notified. */
  isUnchanged?: boolean;
  /** Takes back the change, such as the claim of claim-next: called if the response fails, without which no client knows of it. */
  undo?: () => Promise<void>;
};

/** A request's place among those in flight. A verb that waits leaves it meanwhile. */
export type RequestPlace = {
  leave(): void;
  /**
   * Takes a place again, and checks the credential once more. False when the client has left, or there is no place
   * within 5 s. Throws UNAUTHENTICATED.
   */
  enter(): Promise<boolean>;
};

/** What a verb gets from every transport. The caller is authenticated and has access to the operation. */
export type VerbContext<A extends Actor = TeamActor> = VerbServices & {
  actor: A;
  /** The connections that the caller's team may use. */
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
  /** Of a request with an Idempotency-Key: the statement of a POST's effect stores the response under it. */
  keyedRequest?: KeyedRequest | undefined;
  /** Absent where the credential was looked up, as for all operations that do not check it themselves. */
  uncheckedToken?: UncheckedToken | undefined;
  /** Absent where the request does not ask to wait, or the transport cannot (tRPC). */
  place?: RequestPlace;
  /**
   * Has `undo` called if the connection closes before the system has taken the whole response; at once if it is closed
   * already. Absent where the transport cannot tell (tRPC).
   */
  whenUndelivered?: (undo: () => Promise<void>) => void;
  /** Counts the request as one for each 10 of so many items, for the limit of the caller. Absent outside of requests. */
  chargeItems?: (count: number) => void;
};

/** The call of a verb: its context, and its input as the schema of the operation returns it. */
export type Call<Input extends z.ZodType, A extends Actor = TeamActor> = {
  ctx: VerbContext<A>;
  input: z.output<Input>;
};
