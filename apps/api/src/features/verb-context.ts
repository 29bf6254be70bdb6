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

/** The services of a process, which every verb gets. */
export type VerbServices = {
  /** Sends calls of many requests as one statement. */
  batches: Batches;
  readiness: Readiness;
  /** Undefined if this process does not know the folder of the backups. */
  backups: BackupWatch | undefined;
  /** The events of the log as they are committed. */
  feed: { subscribe(teamId: string, after: EventPosition): Promise<Subscription> };
  /** Passes on the leases that heartbeats extend, which have no event. */
  leaseFeed: {
    follow(teamId: string, onExtensions: (extensions: LeaseExtension[]) => void): () => void;
    report(teamId: string, extension: LeaseExtension): void;
  };
  /** Reports when the credential of a stream ends. */
  revocations: Revocations;
  /** Notifies the readers of the log that there may be new events. */
  changeNotifier: ChangeNotifier;
  /**
   * Ends leases, releases what is paused, and finds stale tasks. Wake it when an agent is deactivated, after a pause,
   * and when the stale times of a project change.
   */
  leaseSweeper: { wake(): void };
  /** Archives and restores tasks with their projects. Wake it when a project is archived or restored. */
  archiver: { wake(): void };
  /** Erases the content of deleted subjects, and deletes the tasks of deleted projects. Wake it after a deletion. */
  eraser: { wake(): void };
  /** The requests that wait for a task. */
  waitingAgents: WaitingAgents;
  /** The requests that wait until tasks have ended. */
  taskWaits: TaskWaits;
  /**
   * Wakes waiting agents, in all processes, when there is a task for them. Everything else that waits for changes reads
   * the log.
   */
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
  /** The wait of the request is over: the client need not repeat it. */
  isWaitOver?: boolean;
  /** For a list of events: the time of the last removal of older events; null if none was removed. */
  historyRemovedAt?: string | null;
  /** The mutation has changed nothing: the readers of the log are not notified. */
  isUnchanged?: boolean;
  /**
   * Takes back the change, such as the claim of claim-next. Called if the response fails, because then no client knows
   * of the change.
   */
  undo?: () => Promise<void>;
};

/** The place of a request among the requests in flight, whose number is limited. A verb gives it up while it waits. */
export type RequestPlace = {
  leave(): void;
  /**
   * Takes a place again, and checks the credential once more. False if the client has disconnected, or if no place
   * becomes free within 5 s. Throws UNAUTHENTICATED.
   */
  enter(): Promise<boolean>;
};

/** The context that a verb gets from every transport. The caller is authenticated and has access to the operation. */
export type VerbContext<A extends Actor = TeamActor> = VerbServices & {
  actor: A;
  /** The connections that the caller's team may use. */
  db: TeamDatabase;
  /** The id of the request, as in its response, the log and the event it causes. */
  requestId: string;
  /** The headers of the request as Node parses them, with names in lower case. */
  headers: IncomingHttpHeaders;
  /** The versions of the task to which the caller limits the change (If-Match); null: any version. */
  ifMatch: readonly number[] | null;
  /** The caller's credential; null for the web server itself. */
  credential: Credential | null;
  response: ResponseMetadata;
  /** For a POST with an Idempotency-Key: the statement of its effect also stores the response. */
  keyedRequest?: KeyedRequest | undefined;
  /** Present if the statement of the operation must check the token; absent if the credential was looked up. */
  uncheckedToken?: UncheckedToken | undefined;
  /** Absent if the request does not ask to wait, or the transport cannot wait (tRPC). */
  place?: RequestPlace;
  /**
   * Calls `undo` if the connection closes before the operating system has taken the whole response, or is closed
   * already. Absent if the transport cannot tell (tRPC).
   */
  whenUndelivered?: (undo: () => Promise<void>) => void;
  /** Charges the rate limit of the caller with one request for each 10 items. Absent outside of requests. */
  chargeItems?: (count: number) => void;
};

/** The call of a verb: its context, and its input as the schema of the operation returns it. */
export type Call<Input extends z.ZodType, A extends Actor = TeamActor> = {
  ctx: VerbContext<A>;
  input: z.output<Input>;
};
