import type { TaskPriority } from '@crewboard/contracts';
import {
  defineStatement,
  type Expression,
  empty,
  join,
  type Queryable,
  queryMany,
  raw,
  type Sql,
  sql,
} from '@crewboard/db';
import { selectCallsWithValidToken } from '#src/auth/credential-conditions.ts';
import type { Batch } from '#src/batching/batches.ts';
import { type CallParams, defineCalls } from '#src/batching/define-calls.ts';
import { pausesOf, type SeenPause } from '../change/pauses.ts';
import { type SeenTask, seenColumns } from '../change/read-task.ts';
import { byUrgency, chooseTask, type FoundRow, maxReleased, toPools } from './choose-task.ts';
import {
  hasClosedProjects,
  hasStops,
  isForAll,
  isForAllIn,
  isOfGroup,
  openProjects,
  openProjectsOfAgent,
  projectsOfAgent,
  releasedGroups,
  type Scope,
} from './in-queue.ts';

/** A request of an agent for a task of the queue of its team, or of a project. */
export type QueueCall = {
  teamId: string;
  actorId: string;
  /** The hash of an unchecked token; null if the credential was looked up. */
  tokenHash: Buffer | null;
  projectId: string | null;
  priority: TaskPriority | null;
  /** Tasks for which the claims of this call came too late twice. Calls that are sent together with it do not get them. */
  excludedIds: readonly string[];
};

/**
 * The result of a call: a task, or the pauses that stop the agent. Null: the queue has no task. `retry`: other calls of
 * the batch have got all tasks that were read, or calls of the same team have lost some. `releasedByCaller`: there are
 * only tasks that the agent itself has released lately.
 */
export type Found = SeenTask | SeenPause[] | 'retry' | 'releasedByCaller' | null;

const calls = defineCalls<Omit<QueueCall, 'excludedIds'>>({
  ...{ teamId: 'text', actorId: 'text', tokenHash: 'bytea', projectId: 'text', priority: 'task_priority' },
});

/** SQL: whether a task has this priority and may be handed out. */
const ofPriority = (priority: TaskPriority, excludedIds: Expression) =>
  sql`priority = ${raw(`'${priority}'`)} and id <> all(${excludedIds}::text[])`;

/** The first unassigned tasks of a priority. */
const firstUnassigned = (scope: Scope, priority: TaskPriority, excludedIds: Expression) => sql`
        select id from tasks
        where ${isForAllIn(scope)} and ${ofPriority(priority, excludedIds)}
        order by rank, id limit wanted.count`;

/**
 * The same for a team that may have closed projects (paused or being archived), whose tasks no agent gets. Only one of
 * the two parts has rows: `open_projects` is empty unless the team has closed projects.
 */
const firstUnassignedOfTeam = (priority: TaskPriority, excludedIds: Expression) => sql`
        select id from (
          (select id from (${firstUnassigned('team', priority, excludedIds)}) as of_queue
            where not wanted.has_closed_projects)
          union all (${firstOfOpenProjects(priority, excludedIds)})
        ) as either`;

/**
 * The first tasks of a team with closed projects, merged from the queues of its open projects: in the queue of the
 * team, any number of tasks of closed projects may come before them.
 */
const firstOfOpenProjects = (priority: TaskPriority, excludedIds: Expression) => sql`
        select each.id from open_projects cross join lateral (
          select id, rank from tasks
          where ${isForAll} and project_id = open_projects.project_id and ${ofPriority(priority, excludedIds)}
          order by rank, id limit wanted.count
        ) as each
        order by each.rank, each.id limit wanted.count`;

/** The first tasks of a priority that are assigned to an agent, merged from its projects. */
const firstOfAgent = (priority: TaskPriority, excludedIds: Expression) => sql`
        select each.id from own_projects cross join lateral (
          select id, rank from tasks
          where in_queue and assigned_agent_id = wanted.agent_id and project_id = own_projects.project_id
            and ${ofPriority(priority, excludedIds)}
          order by rank, id limit wanted.count
        ) as each
        order by each.rank, each.id limit wanted.count`;

/** The first tasks of a priority that other agents have released, merged from the groups. */
const firstReleased = (priority: TaskPriority, excludedIds: Expression) => sql`
        select each.id from released_groups as released_group cross join lateral (
          select id, rank from tasks where ${isOfGroup} and ${ofPriority(priority, excludedIds)}
          order by rank, id limit ${raw(String(maxReleased))}
        ) as each
        where ${isGroupOfWanted} and not wanted.agent_id = any(released_group.released_by)
        order by each.rank, each.id limit ${raw(String(maxReleased))}`;

/** SQL: whether a group was read for the filters of `wanted`. */
const isGroupOfWanted = raw(`released_group.team_id = wanted.team_id
          and released_group.wanted_project_id is not distinct from wanted.project_id`);

/**
 * The first tasks of all priorities, the highest first: PostgreSQL reads a `union all` in its order, and no further
 * than needed.
 */
const firstTasks = (firstOf: (priority: TaskPriority) => Sql, limit: Sql = raw('wanted.count')) => sql`
      select id, row_number() over () as nth from (
        ${join(
          byUrgency.map(
            (priority) => sql`(
        select id from (${firstOf(priority)}) as of_priority
        where coalesce(wanted.priority, ${raw(`'${priority}'`)}) = ${raw(`'${priority}'`)})`,
          ),
          ' union all ',
        )} limit ${limit}
      ) as first`;

type Params = CallParams<Omit<QueueCall, 'excludedIds'>> & { excludedIds: readonly string[] };

const wantedColumns = raw(
  'call_team_id as team_id, call_project_id as project_id, call_priority as priority',
);
const pausesOfCall = pausesOf(
  raw('call_team_id'),
  raw('array[call_team_id, call_project_id, call_actor_id]'),
);

/**
 * Rows with the tasks that each agent may get although others have released them, and a row for each agent that has
 * released a task itself.
 */
const foundReleased = (excludedIds: Expression) => sql`union all
    select places, 'released', first.id, nth, null from wanted
      join lateral (
        ${firstTasks((priority) => firstReleased(priority, excludedIds), raw(String(maxReleased)))}
      ) as first on true
    where agent_id is not null
    union all
    select places, 'releasedByCaller', null, null, null from wanted
    where agent_id is not null and exists (
      select from released_groups as released_group
      where ${isGroupOfWanted} and wanted.agent_id = any(released_group.released_by)
    )`;

/**
 * Defines the statement that finds tasks for a batch of calls: for calls with equal filters, as many unassigned tasks
 * as there are calls, and for each agent the first tasks that are assigned to it. It neither waits nor locks. `limit 1`
 * makes each found task a lookup: PostgreSQL expects to find a tenth of the queue, and would read the whole table.
 *
 * Few teams have stops: pauses, projects that are being archived, or tasks that agents released lately. The statement
 * that respects stops (`withStops`) costs a third more. So a call is first sent to the plain statement, which returns
 * an empty list of pauses if the team has stops; then the call is sent to the other statement.
 */
const defineFind = (scope: Scope, withStops: boolean) => {
  const pauses = withStops
    ? pausesOfCall
    : sql`case when ${hasStops(raw('call_team_id'))} then '[]'::jsonb end`;
  // A call for one closed project finds nothing anyway (`pausesOfCall`, `wantedProject`).
  const skipsProjects = withStops && scope === 'team';
  return defineStatement<Params, FoundRow>(
    (p) => sql`
  with calls as materialized (
    select *, ${pauses} as call_pauses from (${selectCallsWithValidToken(calls.rows(p))}) as valid
  ),
  wanted as materialized (
    select *${skipsProjects ? sql`, ${hasClosedProjects} as has_closed_projects` : empty} from (
      select ${wantedColumns},
        null as agent_id, count(*)::int as count, array_agg(call_place::int order by call_place) as places
      from calls where call_pauses is null group by 1, 2, 3
      union all
      select ${wantedColumns}, call_actor_id, count(*)::int, array_agg(call_place::int)
      from calls where call_pauses is null group by 1, 2, 3, 4
    ) as wanted
  ),
  ${
    withStops
      ? sql`released_groups as materialized (
    select wanted.team_id, wanted.project_id as wanted_project_id, each.*
    from (select distinct team_id, project_id from wanted) as wanted
      cross join lateral (${releasedGroups(scope)}) as each
  ),`
      : empty
  }
  found as materialized (
    select places, 'unassigned' as kind, first.id, nth, null::jsonb as pauses from wanted
      left join lateral (${
        skipsProjects
          ? sql`
        with open_projects as materialized (${openProjects} and wanted.has_closed_projects)`
          : empty
      }
        ${firstTasks((priority) =>
          skipsProjects
            ? firstUnassignedOfTeam(priority, p.excludedIds)
            : firstUnassigned(scope, priority, p.excludedIds),
        )}
      ) as first on true
    where agent_id is null
    union all
    select places, 'own', first.id, nth, null from wanted
      join lateral (
        with own_projects as materialized (${(skipsProjects ? openProjectsOfAgent : projectsOfAgent)(scope)})
        ${firstTasks((priority) => firstOfAgent(priority, p.excludedIds))}
      ) as first on true
    where agent_id is not null
    ${withStops ? foundReleased(p.excludedIds) : empty}
    union all
    select array[call_place::int], 'unassigned', null, null, call_pauses from calls where call_pauses is not null
  )
  select places, kind, nth::text, pauses, ${seenColumns}
  from found left join lateral (select xmin, * from tasks where id = found.id limit 1) as tasks on true
  order by found.nth`,
  );
};

export const findStatements = { team: defineFind('team', false), project: defineFind('project', false) };
export const withStopsStatements = { team: defineFind('team', true), project: defineFind('project', true) };

/** Tasks that this process is claiming: its next statement skips them. */
const claimingIds = new Set<string>();

/** Call it when the claim of a found task has succeeded or failed. */
export const finishClaiming = (taskId: string): void => void claimingIds.delete(taskId);

type FindStatement = (typeof findStatements)[Scope];

/** Finds a different task for each call, in their order. Undefined if the token of the call has ended. */
async function find(
  statement: FindStatement,
  db: Queryable,
  sent: readonly QueueCall[],
): Promise<(Found | undefined)[]> {
  const excludedIds = [...claimingIds, ...sent.flatMap((call) => call.excludedIds)];
  const params = { ...calls.toParams(sent), excludedIds };
  const pools = toPools(await queryMany(db, statement, params));
  // Another batch of this process may have found some of these tasks as well.
  const used = new Set(claimingIds);
  return sent.map((call, index) => {
    const ofCall = pools.filter(({ places }) => places.includes(index + 1));
    // The token has ended: each other call has a row, if only one of nulls.
    if (ofCall.length === 0) return undefined;
    const pauses = ofCall[0]?.pauses;
    if (pauses) return pauses;
    const found = chooseTask(ofCall, used);
    if (found === null || typeof found === 'string') {
      return mayHaveMissedTask(call, sent) ? 'retry' : found;
    }
    used.add(found.id);
    claimingIds.add(found.id);
    return found;
  });
}

/** Whether there may be a task for the call that only another call of its team has lost. */
const mayHaveMissedTask = ({ teamId, excludedIds }: QueueCall, sent: readonly QueueCall[]): boolean =>
  excludedIds.length === 0 && sent.some((call) => call.teamId === teamId && call.excludedIds.length > 0);

/** Whether the plain statement has found that the team has stops: then send the call to `findInQueueWithStops`. */
export const hasFoundStops = (found: Found | undefined): boolean =>
  Array.isArray(found) && found.length === 0;

const toBatch = (name: string, statement: FindStatement): Batch<QueueCall, Found | undefined> => ({
  name,
  ownerOf: ({ teamId }) => teamId,
  send: (db, sent) => find(statement, db, sent),
});

/** The plain statements, for calls without a project and with a project. */
export const findInQueue = {
  team: toBatch('tasks.claimNext', findStatements.team),
  project: toBatch('tasks.claimNext', findStatements.project),
};
/** The statements for teams with stops. */
export const findInQueueWithStops = {
  team: toBatch('tasks.claimNextWithStops', withStopsStatements.team),
  project: toBatch('tasks.claimNextWithStops', withStopsStatements.project),
};
