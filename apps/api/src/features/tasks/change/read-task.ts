import type { NextFacts } from '@crewboard/contracts';
import { defineStatement, empty, type Queryable, queryMany, raw, sql } from '@crewboard/db';
import { selectCallsWithValidToken } from '#src/auth/credential-conditions.ts';
import type { Batch } from '#src/batching/batches.ts';
import { type CallParams, defineCalls } from '#src/batching/define-calls.ts';
import { nextFacts } from '../next/next-facts.ts';
import { type StoredTask, storedTaskRow } from '../task-row.ts';
import { isBeingArchived, pausesOf, type SeenPause, type StopSubjects } from './pauses.ts';
import { defineForms } from './statement-forms.ts';

/** A task as a change has read it: the rule decides on it, and the write applies only while `xmin` is the same. */
export type SeenTask = StoredTask & {
  /** The transaction that wrote the row: any later change of it has another. */
  xmin: string;
  /** When, by the clock of the database. */
  readAt: string;
  /**
   * When the token of the call was checked, if before `readAt`: another change of this process has written the task
   * since.
   */
  checkedAt?: string;
  /** With `readsStopsOf`: the pauses that were in force at `readAt`; null without any. */
  pauses?: SeenPause[] | null;
  /** With `readsAttemptLimit`: the number of failed attempts in a row that the project allows; null: any number. */
  maxAttempts?: number | null;
  /** With `readsNextFacts`: the facts of other rows by which the rules find out who acts next. */
  nextFacts?: NextFacts | null;
  /** With `readsAssignee`: whether the assigned person has left the team. */
  hasAssigneeLeft?: boolean | null;
  /** With `readsAssignee`: whether the agent of `readsStopsOf`, or else the assigned one, is inactive. */
  isAssigneeInactive?: boolean | null;
  /** With `readsStopsOf`: whether the project is archived, and the archiver has not come to the task yet. */
  isProjectArchived?: boolean | null;
};

/** The input of rules that start an attempt: what stops it. Needs `readsStopsOf`. */
export const stopsOf = ({ pauses, isProjectArchived }: SeenTask) => ({
  isPaused: Boolean(pauses),
  isProjectArchived: Boolean(isProjectArchived),
});

/** How many attempts in a row may fail; null: any number. Needs `readsAttemptLimit`. */
export function maxAttemptsOf({ maxAttempts }: SeenTask): number | null {
  if (maxAttempts === undefined) throw new Error('The limit was not read.');
  return maxAttempts;
}

/** The facts of other rows by which the rules find out who acts next. Needs `readsNextFacts`. */
export function nextFactsOf({ nextFacts }: SeenTask): NextFacts {
  if (!nextFacts) throw new Error('The facts were not read.');
  return nextFacts;
}

/** When the token of the call was checked, by the clock of the database. */
export const checkedAt = ({ checkedAt, readAt }: SeenTask): string => checkedAt ?? readAt;

/**
 * The facts that a change reads besides the task. Each costs a lookup, so a change reads only those that its rule
 * needs.
 */
export type ReadOptions = {
  /** For a rule that may start an attempt, or that is about a pause or an archived project. */
  readsStopsOf?: StopSubjects | undefined;
  /** For a rule that counts failures in a row. */
  readsAttemptLimit?: boolean | undefined;
  /** For a rule about who acts next. */
  readsNextFacts?: boolean | undefined;
  /** For a rule that opens, starts or assigns a task. */
  readsAssignee?: boolean | undefined;
};

export type ReadCall = ReadOptions & {
  teamId: string;
  taskId: string;
  actorId: string | null;
  /** The hash of an unchecked token; null if the credential was looked up. */
  tokenHash: Buffer | null;
};

/**
 * Reads the task of each call without a lock: undefined if the team has no such task, or the token of the call has
 * ended.
 */
export async function readTasks(db: Queryable, sent: readonly ReadCall[]): Promise<(SeenTask | undefined)[]> {
  const columns = sent.map(toColumns);
  const statement = statementOf({
    checksTokens: columns.some(({ tokenHash }) => tokenHash !== null),
    readsAttemptLimit: columns.some(({ readsAttemptLimit }) => readsAttemptLimit),
    readsNextFacts: columns.some(({ readsNextFacts }) => readsNextFacts),
    readsAssignee: columns.some(({ readsAssignee }) => readsAssignee),
    readsStops: columns.some(({ readsStops }) => readsStops),
  });
  const rows = await queryMany(db, statement, calls.toParams(columns));
  const rowByPlace = new Map(rows.map((row) => [row.place, row]));
  return sent.map((_, index) => rowByPlace.get(index + 1));
}

/** The reads of many requests. */
export const readBatch: Batch<ReadCall, SeenTask | undefined> = {
  name: 'tasks.read',
  ownerOf: ({ teamId }) => teamId,
  send: readTasks,
};

type Flags = Record<'readsAttemptLimit' | 'readsNextFacts' | 'readsAssignee' | 'readsStops', boolean>;
type Columns = Omit<ReadCall, keyof ReadOptions> &
  Flags & {
    /** Whose stops are read; null: those of the project and the agent of the task. */
    stopsOfProject: string | null;
    stopsOfAgent: string | null;
  };

const calls = defineCalls<Columns>({
  ...{ teamId: 'text', taskId: 'text', actorId: 'text', tokenHash: 'bytea' },
  ...{ readsAttemptLimit: 'bool', readsNextFacts: 'bool', readsAssignee: 'bool' },
  ...{ readsStops: 'bool', stopsOfProject: 'text', stopsOfAgent: 'text' },
});

const toColumns = ({
  readsStopsOf,
  readsAttemptLimit = false,
  readsNextFacts = false,
  readsAssignee = false,
  ...call
}: ReadCall): Columns => ({
  ...call,
  readsAttemptLimit,
  readsNextFacts,
  readsAssignee,
  readsStops: readsStopsOf !== undefined,
  stopsOfProject: readsStopsOf?.projectId ?? null,
  stopsOfAgent: readsStopsOf?.agentId ?? null,
});

const projectId = raw('coalesce(call_stops_of_project, tasks.project_id)');
const agentId = raw('coalesce(call_stops_of_agent, tasks.assigned_agent_id)');
const pauses = pausesOf(raw('call_team_id'), sql`array[call_team_id, ${projectId}, ${agentId}]`);

/** SQL: the select list of a seen task, from the row `tasks`. */
export const seenColumns = sql`
    ${storedTaskRow.columns('tasks')}, tasks.xmin::text, clock_timestamp()::timestamptz(3) as "readAt"`;

const attemptLimit = sql`,
    case when call_reads_attempt_limit then (
      select max_attempts from projects where projects.id = tasks.project_id) end as "maxAttempts"`;
const facts = sql`,
    case when call_reads_next_facts then ${nextFacts} end as "nextFacts"`;
const assignee = sql`,
    call_reads_assignee and assigned_member_id is not null and (
      select user_id from members where members.team_id = tasks.team_id and user_id = assigned_member_id
    ) is null as "hasAssigneeLeft",
    call_reads_assignee and exists (
      select from agents
      where agents.id = ${agentId} and agents.team_id = tasks.team_id and agents.status = 'inactive'
    ) as "isAssigneeInactive"`;
const stops = sql`,
    case when call_reads_stops then ${pauses} end as pauses,
    case when call_reads_stops then ${isBeingArchived(raw('call_team_id'), projectId)} end as "isProjectArchived"`;

/**
 * The parts that some call of a batch needs. PostgreSQL prepares each part of a statement on each run, needed or not.
 */
type Form = Flags & { checksTokens: boolean };

const defineRead = ({ checksTokens, readsAttemptLimit, readsNextFacts, readsAssignee, readsStops }: Form) =>
  defineStatement<CallParams<Columns>, SeenTask & { place: number }>(
    (params) => sql`
  select ${seenColumns}, call_place::int as place${readsAttemptLimit ? attemptLimit : empty}${readsNextFacts ? facts : empty}${readsAssignee ? assignee : empty}${readsStops ? stops : empty}
  from (${checksTokens ? selectCallsWithValidToken(calls.rows(params)) : calls.rows(params)}) as calls
    join tasks on tasks.id = call_task_id and tasks.team_id = call_team_id`,
  );

const statementOf = defineForms(defineRead);
