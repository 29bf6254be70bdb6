import type { NextFacts } from '@crewboard/contracts';
import { defineStatement, empty, type Queryable, queryMany, raw, sql } from '@crewboard/db';
import { selectCallsWithValidToken } from '#src/auth/credential-conditions.ts';
import type { Batch } from '#src/batching/batches.ts';
import { type CallParams, defineCalls } from '#src/batching/define-calls.ts';
import { nextFacts } from '../next/next-facts.ts';
import { type StoredTask, storedTaskRow } from '../task-row.ts';
import { isBeingArchived, type PauseSubjects, pausesOf, type SeenPause } from './pauses.ts';
import { defineForms } from './statement-forms.ts';

/** A task as it was read: what decides on it, and what the write compares. */
export type SeenTask = StoredTask & {
  /** The transaction that wrote the row: any later change of it has another. */
  xmin: string;
  /** When, by the clock of the database. */
  readAt: string;
  /** When the token of the call was checked, if not then: the task is as another change of this process has left it. */
  checkedAt?: string;
  /** What the call asked for, as it was when the task was read; null without any. */
  pauses?: SeenPause[] | null;
  /** Of the project, if the call asked for it. */
  maxAttempts?: number | null;
  /** Who acts next follows from these, if the call asked for them. */
  nextFacts?: NextFacts | null;
  /** Whether the person that the task is assigned to has left the team, if the call asked for it. */
  hasAssigneeLeft?: boolean | null;
  /** With it: whether the agent that the task is assigned to, or the one that the call names, is inactive. */
  isAssigneeInactive?: boolean | null;
  /** With the pauses: whether the project is archived, and the task is not yet. */
  isProjectArchived?: boolean | null;
};

/** For the rules: what stops an attempt of the task from starting. */
export const stopsOf = ({ pauses, isProjectArchived }: SeenTask) => ({
  isPaused: Boolean(pauses),
  isProjectArchived: Boolean(isProjectArchived),
});

/** How many attempts in a row may fail; null: any number. For a call that asked for it. */
export function maxAttemptsOf({ maxAttempts }: SeenTask): number | null {
  if (maxAttempts === undefined) throw new Error('The limit was not read.');
  return maxAttempts;
}

/** What other rows tell of who acts next. For a call that asked for it. */
export function nextFactsOf({ nextFacts }: SeenTask): NextFacts {
  if (!nextFacts) throw new Error('The facts were not read.');
  return nextFacts;
}

export const checkedAt = ({ checkedAt, readAt }: SeenTask): string => checkedAt ?? readAt;

export type ReadCall = {
  teamId: string;
  taskId: string;
  actorId: string | null;
  /** Of an agent whose token was not looked up. */
  tokenHash: Buffer | null;
  /** Absent where the decision needs no pauses. */
  readsPausesOf?: PauseSubjects | undefined;
  readsAttemptLimit?: boolean | undefined;
  readsNextFacts?: boolean | undefined;
  readsAssignee?: boolean | undefined;
};

type Columns = Omit<ReadCall, 'readsPausesOf' | 'readsAttemptLimit' | 'readsNextFacts' | 'readsAssignee'> & {
  readsAttemptLimit: boolean;
  readsNextFacts: boolean;
  readsAssignee: boolean;
  readsPauses: boolean;
  ofProject: string | null;
  ofAgent: string | null;
};

const calls = defineCalls<Columns>({
  ...{ teamId: 'text', taskId: 'text', actorId: 'text', tokenHash: 'bytea' },
  ...{
    readsAttemptLimit: 'bool',
    readsNextFacts: 'bool',
    readsAssignee: 'bool',
    readsPauses: 'bool',
    ofProject: 'text',
    ofAgent: 'text',
  },
});

const toColumns = ({
  readsPausesOf,
  readsAttemptLimit = false,
  readsNextFacts = false,
  readsAssignee = false,
  ...call
}: ReadCall): Columns => ({
  ...call,
  readsAttemptLimit,
  readsNextFacts,
  readsAssignee,
  readsPauses: readsPausesOf !== undefined,
  ofProject: readsPausesOf?.projectId ?? null,
  ofAgent: readsPausesOf?.agentId ?? null,
});

const projectId = raw('coalesce(call_of_project, tasks.project_id)');
const agentId = raw('coalesce(call_of_agent, tasks.assigned_agent_id)');
const pauses = pausesOf(raw('call_team_id'), sql`array[call_team_id, ${projectId}, ${agentId}]`);

/** SQL: the select list of a seen task, from the name of a row. */
export const seenColumns = (row: string) => sql`
    ${storedTaskRow.columns(row)}, ${raw(`${row}.xmin::text`)}, clock_timestamp()::timestamptz(3) as "readAt"`;

const attemptLimit = sql`,
    case when call_reads_attempt_limit then (
      select max_attempts from projects where projects.id = tasks.project_id) end as "maxAttempts"`;
const facts = sql`,
    case when call_reads_next_facts then ${nextFacts('tasks')} end as "nextFacts"`;
const assignee = sql`,
    call_reads_assignee and assigned_member_id is not null and (
      select user_id from members where members.team_id = tasks.team_id and user_id = assigned_member_id
    ) is null as "hasAssigneeLeft",
    call_reads_assignee and exists (
      select from agents
      where agents.id = ${agentId} and agents.team_id = tasks.team_id and agents.status = 'inactive'
    ) as "isAssigneeInactive"`;
const stops = sql`,
    case when call_reads_pauses then ${pauses} end as pauses,
    case when call_reads_pauses then ${isBeingArchived(raw('call_team_id'), projectId)} end as "isProjectArchived"`;

/** What some call of a batch asks for: PostgreSQL prepares each part of a statement whenever it runs, needed or not. */
type Form = {
  checksTokens: boolean;
  readsAttemptLimit: boolean;
  readsNextFacts: boolean;
  readsAssignee: boolean;
  readsPauses: boolean;
};

const defineRead = ({ checksTokens, readsAttemptLimit, readsNextFacts, readsAssignee, readsPauses }: Form) =>
  defineStatement<CallParams<Columns>, SeenTask & { place: number }>(
    (params) => sql`
  select ${seenColumns('tasks')}, call_place::int as place${readsAttemptLimit ? attemptLimit : empty}${readsNextFacts ? facts : empty}${readsAssignee ? assignee : empty}${readsPauses ? stops : empty}
  from (${checksTokens ? selectCallsWithValidToken(calls.rows(params)) : calls.rows(params)}) as calls
    join tasks on tasks.id = call_task_id and tasks.team_id = call_team_id`,
  );

const statementOf = defineForms(defineRead);

/**
 * The task of each call, without a lock. Undefined where the team has no such task, or where the token of the call has
 * ended.
 */
export async function readTasks(db: Queryable, sent: readonly ReadCall[]): Promise<(SeenTask | undefined)[]> {
  const columns = sent.map(toColumns);
  const statement = statementOf({
    checksTokens: columns.some(({ tokenHash }) => tokenHash !== null),
    readsAttemptLimit: columns.some(({ readsAttemptLimit }) => readsAttemptLimit),
    readsNextFacts: columns.some(({ readsNextFacts }) => readsNextFacts),
    readsAssignee: columns.some(({ readsAssignee }) => readsAssignee),
    readsPauses: columns.some(({ readsPauses }) => readsPauses),
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
