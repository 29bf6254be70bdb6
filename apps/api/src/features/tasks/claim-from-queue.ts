import type { TaskPriority } from '@crewboard/contracts';
import { type Expression, join, raw, type Sql, sql } from '@crewboard/db';
import type { AgentActor } from '../../auth/actor.ts';
import { selectCallsWithValidToken } from '../../auth/unchecked-token.ts';
import type { Batch } from '../../batching/batches.ts';
import type { Calls } from '../../batching/define-calls.ts';
import { trySubjectLock } from '../events/lock-subject.ts';
import {
  defineKeyedCalls,
  type KeepResponses,
  type KeyOfCall,
  toKeyOfCall,
} from '../idempotency/keep-responses.ts';
import type { VerbContext } from '../verb-context.ts';
import { claimTarget } from './claim-task.ts';
import { hasLargeTexts } from './define-task-change.ts';
import { type ChangedTaskRow, changedTaskRow, taskRow } from './task-row.ts';
import { isInQueue } from './task-rules.ts';

/** An agent wants a task of the queue of its team or of a project. */
type QueueCall = KeyOfCall & {
  teamId: string;
  actorId: string;
  requestId: string;
  /** Of an agent whose token was not looked up. */
  tokenHash: Buffer | null;
  projectId: string | null;
  priority: TaskPriority | null;
  leaseSeconds: number | null;
};

const types = {
  ...{ teamId: 'text', actorId: 'text', requestId: 'text' },
  ...{ tokenHash: 'bytea', projectId: 'text', priority: 'task_priority', leaseSeconds: 'int' },
};

/** The condition on tasks, from the columns of a call. Each scope has its own index. */
const scopes = {
  team: raw('team_id = call_team_id'),
  // Without a condition on the team of the tasks, whose index would read those of all its projects.
  project: raw(
    'project_id = (select id from projects where id = call_project_id and team_id = call_team_id)',
  ),
};

type Scope = keyof typeof scopes;

/** In this order: a task of a lower priority is taken when there is none of a higher one. */
const priorities: readonly TaskPriority[] = ['high', 'normal', 'low'];

/**
 * The first tasks that nobody else is changing. It locks each candidate before it looks again, and takes no row lock:
 * the log has the changes of a task in the order of these locks (ADR 0006). `offset 0` keeps the lock out of the
 * scan, so that it is tried in the order of the queue and no further. The order names the assignee, one value,
 * because PostgreSQL uses the index order only in this form.
 */
const firstFree = (limit: Expression, conditions: Sql[]) => sql`(
      select id from (
        select id, version from tasks
        where ${join([...conditions, isInQueue], ' and ')}
        order by assigned_agent_id, rank, created_at, id offset 0
      ) as queue
      where case when ${trySubjectLock('tasks', raw('id'))} then is_current_version(id, version) end
      limit ${limit})`;

const isAllowed = (priority: TaskPriority) =>
  sql`coalesce(call_priority, ${raw(`'${priority}'`)}) = ${raw(`'${priority}'`)}`;

/**
 * CTEs that claim the tasks of `candidate`, one for each of some calls. All advisory locks come before the first row
 * lock.
 */
const claimCandidates = (calls: Calls<QueueCall>, keepResponses: KeepResponses, condition: Sql): Sql => sql`
  target as materialized (
    select calls.*, task.*, 'apply' as decision
    from candidate join calls using (call_place) cross join lateral (
      select * from tasks where tasks.id = candidate.id and ${condition} for no key update
    ) as task
    where (select count(*) from candidate) > 0
  ),
  ${claimTarget(calls.fields, calls.columns('target'))}${keepResponses(
    taskRow.json('claimed'),
    raw('claimed'),
    {
      replacesStages: true,
    },
  )}`;

/** Of one call: also the tasks that are assigned to its agent, which come first in their priority. */
const defineSingle = (scope: Scope) =>
  defineKeyedCalls<QueueCall, ChangedTaskRow>(types, (p, calls, keepResponses) => {
    const candidates = priorities.flatMap((priority) =>
      [raw('assigned_agent_id = call_actor_id'), raw('assigned_agent_id is null')].map(
        (assignee) =>
          sql`case when ${isAllowed(priority)} then ${firstFree(raw('1'), [
            scopes[scope],
            assignee,
            raw(`priority = '${priority}'`),
          ])} end`,
      ),
    );
    // `coalesce` evaluates one after the other, and none after the first that finds a task.
    return sql`
  with calls as materialized (${selectCallsWithValidToken(calls.rows(p))}),
  candidate as materialized (
    select call_place, coalesce(
      ${join(candidates, ',\n      ')}
    ) as id from calls
  ),
  ${claimCandidates(calls, keepResponses, raw('true'))}
  select ${changedTaskRow.columns('claimed')} from claimed`;
  });

type Outcome = ChangedTaskRow & { place: number; decision: 'apply' | 'none' | 'alone' };

/**
 * Of many calls: those with equal filters get the first tasks of their queue in one go, because a statement is not
 * kept from a task by its own lock. A call is sent alone when tasks are assigned to its agent, when it shares its
 * task with one of other filters, and when the task has large texts. `union all` is read in its order, and no further
 * than needed.
 */
const defineMany = (scope: Scope) =>
  defineKeyedCalls<QueueCall, Outcome>(
    types,
    (p, calls, keepResponses) => sql`
  with calls as materialized (${selectCallsWithValidToken(calls.rows(p))}),
  groups as materialized (
    select call_team_id, call_project_id, call_priority, array_agg(call_place order by call_place) as places
    from calls where (
      select true from tasks where ${scopes[scope]} and assigned_agent_id = call_actor_id and ${isInQueue} limit 1
    ) is null
    group by call_team_id, call_project_id, call_priority
  ),
  found as materialized (
    select places[n] as call_place, id from groups cross join lateral (
      select id, row_number() over () as n from (
        select id from (${join(
          priorities.map((priority) =>
            firstFree(raw('cardinality(places)'), [
              isAllowed(priority),
              scopes[scope],
              raw('assigned_agent_id is null'),
              raw(`priority = '${priority}'`),
            ]),
          ),
          ' union all ',
        )}) as free limit cardinality(places)
      ) as free
    ) as free
  ),
  candidate as materialized (select distinct on (id) id, call_place from found order by id, call_place),
  ${claimCandidates(calls, keepResponses, sql`not ${hasLargeTexts}`)}
  select call_place::int as place, case when claimed.id is not null then 'apply'
      when call_place in (select unnest(places) from groups) and call_place not in (select call_place from found) then 'none'
      else 'alone' end as decision,
    ${changedTaskRow.columns('claimed')}
  from calls left join claimed using (call_place)`,
  );

/** Of one call and of many. One statement with a project and one without. */
export const claimNextStatements = {
  team: { single: defineSingle('team'), many: defineMany('team') },
  project: { single: defineSingle('project'), many: defineMany('project') },
};

const toBatch = (scope: Scope): Batch<QueueCall, Outcome | undefined> => ({
  name: 'tasks.claimNext',
  ownerOf: ({ teamId }) => teamId,
  async send(db, sent) {
    const rows = await claimNextStatements[scope].many.query(db, sent, {});
    const rowByPlace = new Map(rows.map((row) => [row.place, row]));
    return sent.map((_, index) => rowByPlace.get(index + 1));
  },
});

const batches = { team: toBatch('team'), project: toBatch('project') };

type Filters = Pick<QueueCall, 'projectId' | 'priority' | 'leaseSeconds'>;

/**
 * Claims the first task in the queue that matches and that nobody else is taking; undefined when there is none, or the
 * unchecked token has ended.
 */
export async function claimFromQueue(
  ctx: VerbContext<AgentActor>,
  filters: Filters,
): Promise<ChangedTaskRow | undefined> {
  const { teamId, id: actorId } = ctx.actor;
  const tokenHash = ctx.uncheckedToken?.hash ?? null;
  const call = { teamId, actorId, requestId: ctx.requestId, tokenHash, ...filters, ...toKeyOfCall(ctx) };
  const scope = filters.projectId === null ? 'team' : 'project';
  const outcome = await ctx.batches.run(batches[scope], call);
  // It has a row for each call whose token is valid, also for one that gets no task.
  if (outcome) ctx.uncheckedToken?.confirm();
  if (outcome?.decision !== 'alone') return outcome?.decision === 'apply' ? outcome : undefined;
  // The batch has found the token valid: the request goes on to its end.
  const alone = { ...call, tokenHash: ctx.uncheckedToken?.hash ?? null };
  const [row] = await claimNextStatements[scope].single.query(ctx.db, [alone], {});
  return row;
}
