// The history of a run: the requests and responses of the clients, and the log and rows of the database. The rules in
// `rules/` compare the two.

import type { Event } from '@crewboard/contracts';

export type OperationKind =
  | 'create'
  | 'claim'
  | 'claimNext'
  | 'heartbeat'
  | 'complete'
  | 'release'
  | 'fail'
  | 'move'
  | 'update'
  | 'block';

/** An attempt of a task, as its holder knows it. */
export type Claim = { taskId: string; attempt: number };

/** Part of the task in a response. Times are in milliseconds since 1970. */
type TaskFacts = {
  id: string;
  version: number;
  status: string;
  assignedAgentId: string | null;
  attempt: number;
  leaseExpiresAt: number | null;
};

/** The first part of a record, written before the request is sent. */
export type CallBegin = {
  /** Names the operation and is its Idempotency-Key: the same in each of its calls. */
  key: string;
  /** Which call of the operation, from 1 on. */
  number: number;
  kind: OperationKind;
  /** The id of an agent; `key` for the team's API key. */
  actorId: string;
  taskId?: string;
  /** The attempt that the request names. */
  attempt?: number;
  /** The completion inside of a claim-next. */
  completes?: { taskId: string; attempt?: number };
  /** In milliseconds since 1970, by the monotonic clock of the machine. */
  begin: number;
};

/** The second part: the response. Absent when none arrived, or when the client was killed before. */
export type CallEnd = {
  key: string;
  number: number;
  end: number;
  status: number;
  isReplay: boolean;
  bodyHash: string;
  task?: TaskFacts;
  code?: string;
  /** Who holds the task, in a 409. */
  holderId?: string;
};

export type Call = CallBegin & { response?: CallEnd };

/** A row of the event log about a task; all of them are in the order of the log. */
export type LogEvent = {
  type: string;
  taskId: string;
  actorId: string | null;
  /** In milliseconds since 1970, by the clock of the database. */
  at: number;
  snapshot: Snapshot;
  changes: Event['changes'];
};

/** A task in the shape of the contracts. */
export type Snapshot = Record<string, unknown> & {
  id: string;
  version: number;
  status: string;
  assignedAgentId: string | null;
  attempt: number;
  leaseExpiresAt: string | null;
  needsAttention: string | null;
  blockedBy: string[];
  isBlocked: boolean;
};

/** The limit of failed attempts in a row of the project: low, so that tasks need attention often. */
export const maxAttempts = 3;

/** Why an open task waits, at one moment. */
export type Reason = {
  taskId: string;
  /** The reason that follows from the rows, by an implementation of its own; null for a closed task. */
  expected: string | null;
  /** The reason that the service gives. */
  served: string | null;
  /** The reason under which the attention page lists the task; null if it does not. */
  listed: string | null;
};

export type History = {
  calls: Call[];
  events: LogEvent[];
  tasks: Snapshot[];
  /** The `taskCount` of each agent with completions, by its id. */
  taskCounts: ReadonlyMap<string, number>;
  /** The counts of the dashboard, by 'project/status', where '' stands for all projects. */
  counts: ReadonlyMap<string, number>;
  /** Read before each fault, and at the end. */
  reasons: readonly Reason[];
};

/** `agents`, `api` and `database` are killed and started again; `stall` suspends agents for longer than a lease. */
export type FaultKind = 'agents' | 'api' | 'database' | 'stall';
export type FaultCounts = Record<FaultKind, number>;

/** A broken rule, with what shows it. */
export type Violation = { rule: string; detail: string };
