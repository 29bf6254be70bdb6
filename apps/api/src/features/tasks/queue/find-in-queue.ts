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
import { byUrgency, choose, maxReleased, type Row, toPools } from './choose-task.ts';
import {
  hasClosedProjects,
  hasStops,
  isForAll,
  isOfGroup,
  ofNobody,
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
  /** Ids of tasks that others keep changing. */
  passOver: readonly string[];
};

/**
 * The result of a call: a task, or the pauses that stop the agent. Null: the queue has no task. `again`: other calls of the
 * batch have got all tasks that were read. `forOthers`: there are only tasks that the agent itself has released lately.
 */
export type Found = SeenTask | SeenPause[] | 'again' | 'forOthers' | null;

const calls = defineCalls<Omit<QueueCall, 'passOver'>>({
  ...{ teamId: 'text', actorId: 'text', tokenHash: 'bytea', projectId: 'text', priority: 'task_priority' },
});

/** Tasks of one priority, without those that this process is about to claim. */
const ofPriority = (priority: TaskPriority, taken: Expression) =>
  sql`priority = ${raw(`'${priority}'`)} and id <> all(${taken}::text[])`;

/** The first tasks of a priority that are assigned to nobody. */
const firstOfNobody = (scope: Scope, priority: TaskPriority, taken: Expression) => sql`
        select id from tasks
        where ${ofNobody(scope)} and ${ofPriority(priority, taken)}
        order by rank, id limit wanted.count`;

/** The same for a team that may have closed projects, whose tasks are passed over. */
const firstBesideStops = (priority: TaskPriority, taken: Expression) => sql`
        select id from (
          (select id from (${firstOfNobody('team', priority, taken)}) as of_queue where not wanted.passes_over)
          union all (${firstOfProjects(priority, taken)})
        ) as either`;

/**
 * The first tasks of a team with closed projects, merged from the queues of its open projects: in the queue of the team, any
 * number of tasks of closed projects may come before them.
 */
const firstOfProjects = (priority: TaskPriority, taken: Expression) => sql`
        select each.id from open_projects cross join lateral (
          select id, rank from tasks
          where ${isForAll} and project_id = open_projects.project_id and ${ofPriority(priority, taken)}
          order by rank, id limit wanted.count
        ) as each
        order by each.rank, each.id limit wanted.count`;

/** The first tasks of a priority that are assigned to an agent, merged from its projects. */
const firstOfAgent = (priority: TaskPriority, taken: Expression) => sql`
        select each.id from own_projects cross join lateral (
          select id, rank from tasks
          where in_queue and assigned_agent_id = wanted.agent_id and project_id = own_projects.project_id
            and ${ofPriority(priority, taken)}
          order by rank, id limit wanted.count
        ) as each
        order by each.rank, each.id limit wanted.count`;

/** The first tasks of a priority that other agents have released, merged from the groups. */
const firstReleased = (priority: TaskPriority, taken: Expression) => sql`
        select each.id from released_groups as released_group cross join lateral (
          select id, rank from tasks where ${isOfGroup} and ${ofPriority(priority, taken)}
          order by rank, id limit ${raw(String(maxReleased))}
        ) as each
        where ${isGroupOfWanted} and not wanted.agent_id = any(released_group.released_by)
        order by each.rank, each.id limit ${raw(String(maxReleased))}`;

/** SQL: whether a group was read for the filters of `wanted`. */
const isGroupOfWanted = raw(`released_group.team_id = wanted.team_id
          and released_group.wanted_project_id is not distinct from wanted.project_id`);

/**
 * The first tasks of all priorities, the highest first: PostgreSQL reads a `union all` in its order, and no further than
 * needed.
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

type Params = CallParams<Omit<QueueCall, 'passOver'>> & { taken: readonly string[] };

const wantedColumns = raw(
  'call_team_id as team_id, call_project_id as project_id, call_priority as priority',
);
const pausesOfCall = pausesOf(
  raw('call_team_id'),
  raw('array[call_team_id, call_project_id, call_actor_id]'),
);

const foundReleased = (taken: Expression) => sql`union all
    select places, 'released', first.id, nth, null from wanted
      join lateral (
        ${firstTasks((priority) => firstReleased(priority, taken), raw(String(maxReleased)))}
      ) as first on true
    where agent_id is not null
    union all
    select places, 'forOthers', null, null, null from wanted
    where agent_id is not null and exists (
      select from released_groups as released_group
      where ${isGroupOfWanted} and wanted.agent_id = any(released_group.released_by)
    )`;

/**
 * Defines the statement that finds tasks for a batch of calls: for calls with equal filters, as many unassigned tasks as there
 * are calls, and for each agent the first tasks that are assigned to it. It neither waits nor locks. `limit 1` makes each found
 * task a lookup: PostgreSQL expects to find a tenth of the queue, and would read the whole table.
 *
 * Few teams have stops: pauses, projects that are being archived, or tasks that agents released lately. The statement that
 * works around stops (`besideStops`) costs a third more. So a call is first sent to the plain statement, which returns an empty
 * list of pauses if the team has stops; then the call is sent to the other statement.
 */
const define = (scope: Scope, besideStops: boolean) => {
  const pauses = besideStops
    ? pausesOfCall
    : sql`case when ${hasStops(raw('call_team_id'))} then '[]'::jsonb end`;
  const mayPassOver = besideStops && scope === 'team';
  return defineStatement<Params, Row>(
    (p) => sql`
  with calls as materialized (
    select *, ${pauses} as call_pauses from (${selectCallsWithValidToken(calls.rows(p))}) as valid
  ),
  wanted as materialized (
    select *${mayPassOver ? sql`, ${hasClosedProjects} as passes_over` : empty} from (
      select ${wantedColumns},
        null as agent_id, count(*)::int as count, array_agg(call_place::int order by call_place) as places
      from calls where call_pauses is null group by 1, 2, 3
      union all
      select ${wantedColumns}, call_actor_id, count(*)::int, array_agg(call_place::int)
      from calls where call_pauses is null group by 1, 2, 3, 4
    ) as wanted
  ),
  ${
    besideStops
      ? sql`released_groups as materialized (
    select wanted.team_id, wanted.project_id as wanted_project_id, each.*
    from (select distinct team_id, project_id from wanted) as wanted
      cross join lateral (${releasedGroups(scope)}) as each
  ),`
      : empty
  }
  found as materialized (
    select places, 'ofNobody' as kind, first.id, nth, null::jsonb as pauses from wanted
      left join lateral (${
        mayPassOver
          ? sql`
        with open_projects as materialized (${openProjects} and wanted.passes_over)`
          : empty
      }
        ${firstTasks((priority) =>
          mayPassOver ? firstBesideStops(priority, p.taken) : firstOfNobody(scope, priority, p.taken),
        )}
      ) as first on true
    where agent_id is null
    union all
    select places, 'own', first.id, nth, null from wanted
      join lateral (
        with own_projects as materialized (${(mayPassOver ? openProjectsOfAgent : projectsOfAgent)(scope)})
        ${firstTasks((priority) => firstOfAgent(priority, p.taken))}
      ) as first on true
    where agent_id is not null
    ${besideStops ? foundReleased(p.taken) : empty}
    union all
    select array[call_place::int], 'ofNobody', null, null, call_pauses from calls where call_pauses is not null
  )
  select places, kind, nth::text, pauses, ${seenColumns}
  from found left join lateral (select xmin, * from tasks where id = found.id limit 1) as tasks on true
  order by found.nth`,
  );
};

export const findStatements = { team: define('team', false), project: define('project', false) };
export const besideStopsStatements = { team: define('team', true), project: define('project', true) };

/** Tasks that this process is about to claim: its next statement passes over them. */
const taken = new Set<string>();

/** Call it when the claim of a found task has succeeded or failed. */
export const finishClaiming = (taskId: string): void => void taken.delete(taskId);

type FindStatement = (typeof findStatements)[Scope];

/** Finds a different task for each call, in their order. Undefined if the token of the call has ended. */
async function find(
  statement: FindStatement,
  db: Queryable,
  sent: readonly QueueCall[],
): Promise<(Found | undefined)[]> {
  const passOver = sent.flatMap((call) => call.passOver);
  const params = { ...calls.toParams(sent), taken: [...taken, ...passOver] };
  const pools = toPools(await queryMany(db, statement, params));
  // Others of this process may have taken some of them since the statement was sent.
  const used = new Set(taken);
  return sent.map((_, index) => {
    const ofCall = pools.filter(({ places }) => places.includes(index + 1));
    if (ofCall.length === 0) return undefined;
    const pauses = ofCall[0]?.pauses;
    if (pauses) return pauses;
    const found = choose(ofCall, used);
    if (found === null || typeof found === 'string') return found;
    used.add(found.id);
    taken.add(found.id);
    return found;
  });
}

/** Whether the team of the call has stops, so that the call must be sent to `findBesideStops`. */
export const mayHaveStops = (found: Found | undefined): boolean => Array.isArray(found) && found.length === 0;

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
export const findBesideStops = {
  team: toBatch('tasks.claimNextBesideStops', besideStopsStatements.team),
  project: toBatch('tasks.claimNextBesideStops', besideStopsStatements.project),
};
