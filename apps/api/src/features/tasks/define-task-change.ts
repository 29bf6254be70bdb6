import { type Expression, type Expressions, raw, type Sql, sql } from '@crewboard/db';
import type { AgentActor } from '../../auth/actor.ts';
import { selectCallsWithValidToken } from '../../auth/unchecked-token.ts';
import type { Batch } from '../../batching/batches.ts';
import type { Calls } from '../../batching/define-calls.ts';
import { subjectLock, trySubjectLock } from '../events/lock-subject.ts';
import type { EventActorParams } from '../events/record-event.ts';
import { defineKeyedCalls, type KeyOfCall, keyColumns, toKeyOfCall } from '../idempotency/keep-responses.ts';
import type { VerbContext } from '../verb-context.ts';
import { type ChangedTaskRow, changedTaskRow, type DecidedTask, taskRow } from './task-row.ts';
import { type Decision, isAccepted } from './task-rules.ts';

// One statement changes the tasks of many calls, one task for each call, and serves a single call as well.
// Docs: docs/decisions/0013-batched-writes.md.

/** The call of an agent that changes a task. */
export type TaskCall = KeyOfCall & {
  teamId: string;
  actorId: string;
  requestId: string;
  taskId: string;
  /** Of an agent whose token was not looked up. */
  tokenHash: Buffer | null;
  /** The versions that the task may have, as an array of PostgreSQL. */
  versions: string | null;
};

const taskCallTypes = {
  teamId: 'text',
  actorId: 'text',
  requestId: 'text',
  taskId: 'text',
  tokenHash: 'bytea',
  versions: 'text',
};

export const toTaskCall = (ctx: VerbContext<AgentActor>, taskId: string): TaskCall => ({
  ...{ teamId: ctx.actor.teamId, actorId: ctx.actor.id, requestId: ctx.requestId, taskId },
  tokenHash: ctx.uncheckedToken?.hash ?? null,
  versions: ctx.ifMatch && `{${ctx.ifMatch.join()}}`,
  ...toKeyOfCall(ctx),
});

/** The event of a call, from a row with its columns. */
export const callActor = (row: string): Expressions<EventActorParams> => ({
  teamId: raw(`${row}.call_team_id`),
  actorKind: raw(`'agent'`),
  actorId: raw(`${row}.call_actor_id`),
  requestId: raw(`${row}.call_request_id`),
});

/** SQL: whether the texts of a task are too large for the result of a batch. */
export const hasLargeTexts = raw('(description_version is not null or result_version is not null)');

/**
 * CTEs up to `target`: the locked task of each call, with the `decision` on it. `seen` is the task in the snapshot of
 * the statement; where that allows no change, no lock is taken. A call that is not alone waits for nobody: without
 * the lock, or behind another call for the same task, it has no `target`. Nor has one whose task has large texts, so
 * that results stay small. All advisory locks come before the first row lock, because the count needs all of them.
 */
const decideCalls = (calls: Sql, { isAlone, decision }: { isAlone: Expression; decision: Sql }): Sql => sql`
  calls as materialized (${selectCallsWithValidToken(calls)}),
  seen as materialized (
    select calls.*, task.*,
      case when ${hasLargeTexts} and not ${isAlone}::boolean then 'alone' else ${decision} end as decision
    from calls cross join lateral (
      select * from tasks where id = call_task_id and team_id = call_team_id offset 0
    ) as task
  ),
  locks as materialized (
    select call_place, id, case when ${isAlone}::boolean
      then ${subjectLock('tasks', raw('id'))} is not null else ${trySubjectLock('tasks', raw('id'))} end as is_locked
    from (select distinct on (id) id, call_place from seen where decision = 'apply' order by id, call_place) as first
  ),
  target as materialized (
    select calls.*, task.*, ${decision} as decision
    from locks join calls using (call_place) cross join lateral (
      select * from tasks where tasks.id = locks.id for no key update
    ) as task
    where is_locked and (select count(*) from locks) > 0
  )`;

/** The decision on each call and columns of its task, from the rows that the statement changed. */
const outcomesOf = (changed: string, columns: (row: string) => Sql): Sql => sql`
  select 'apply' as decision, ${columns(changed)} from ${raw(changed)}
  union all
  select decision, ${columns('target')} from target where decision <> 'apply'
  union all
  select case decision when 'apply' then 'alone' else decision end, ${columns('seen')}
  from seen where call_place not in (select call_place from target)`;

/** The tasks of the calls that succeed, for `keepResponses`. */
const keptOf = (changed: string): Sql => sql`(
    select * from (${outcomesOf(changed, (row) => sql`${keyColumns}, ${taskRow.json(row)} as task`)}) as outcome
    where ${isAccepted}
  ) as outcome`;

type Outcome = ChangedTaskRow & { place: number; decision: Decision | 'alone' };

type TaskChange<Call extends TaskCall> = {
  /** The operation. */
  name: string;
  /** The SQL type of each further field of a call. */
  types: { readonly [Field in Exclude<keyof Call & string, keyof TaskCall>]: string };
  /** What a call does, from the columns of the call and of the task. */
  decision: (call: Calls<Call>['fields']) => Sql;
  /**
   * CTEs that change each task in `target` and record the event; the rows of `changed` have the columns of the call.
   */
  change: (call: Calls<Call>) => Sql;
  changed: string;
  /** Calls with large texts are sent alone. */
  isLarge?: (call: Call) => boolean;
};

/**
 * Defines a change of one task, which is sent together with those of other requests. Where it has to wait, it is sent
 * alone, in the share of its team.
 */
export function defineTaskChange<Call extends TaskCall>({
  name,
  types,
  decision,
  change,
  changed,
  isLarge,
}: TaskChange<Call>) {
  const { query } = defineKeyedCalls<Call, Outcome, { isAlone: boolean }>(
    { ...taskCallTypes, ...types } as never,
    (p, calls, keepResponses) => sql`
  with ${decideCalls(calls.rows(p as never), { isAlone: p.isAlone, decision: decision(calls.fields) })},
  ${change(calls)}${keepResponses(raw('task'), keptOf(changed))}
  ${outcomesOf(changed, (row) => sql`call_place::int as place, ${changedTaskRow.columns(row)}`)}`,
  );
  const batch: Batch<Call, Outcome | undefined> = {
    name,
    ownerOf: ({ teamId }) => teamId,
    async send(db, sent) {
      const rows = await query(db, sent, { isAlone: false });
      const rowByPlace = new Map(rows.map((row) => [row.place, row]));
      return sent.map((_, index) => rowByPlace.get(index + 1));
    },
  };
  /** The task after the change and the decision. Undefined: there is no such task, or the unchecked token has ended. */
  return async ({ db, batches, uncheckedToken }: VerbContext<AgentActor>, call: Call) => {
    if (!isLarge?.(call)) {
      const outcome = await batches.run(batch, call);
      if (outcome) uncheckedToken?.confirm();
      if (outcome?.decision !== 'alone') return outcome as DecidedTask | undefined;
    }
    // The batch may have found the token valid: then the request goes on to its end.
    const alone = { ...call, tokenHash: uncheckedToken?.hash ?? null };
    const [outcome] = await query(db, [alone], { isAlone: true });
    if (outcome) uncheckedToken?.confirm();
    return outcome as DecidedTask | undefined;
  };
}
