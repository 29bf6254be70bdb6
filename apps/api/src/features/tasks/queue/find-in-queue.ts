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
  hasReleased,
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

/** An agent wants a task of the queue of its team or of a project. */
export type QueueCall = {
  teamId: string;
  actorId: string;
  /** Of an agent whose token was not looked up. */
  tokenHash: Buffer | null;
  projectId: string | null;
  priority: TaskPriority | null;
  /** Tasks that somebody keeps changing. */
  passOver: readonly string[];
};

/**
 * A task for a call, or what stops it from starting any; null where there is none, `again` where others of the batch have
 * got all that were read, `forOthers` where there are only some that the agent has released.
 */
export type Found = SeenTask | SeenPause[] | 'again' | 'forOthers' | null;

const calls = defineCalls<Omit<QueueCall, 'passOver'>>({
  ...{ teamId: 'text', actorId: 'text', tokenHash: 'bytea', projectId: 'text', priority: 'task_priority' },
});

/** Tasks of one priority that this process is not about to claim. */
const ofPriority = (priority: TaskPriority, taken: Expression) =>
  sql`priority = ${raw(`'${priority}'`)} and id <> all(${taken}::text[])`;

/** The first tasks of a priority that are assigned to nobody. */
const firstOfNobody = (scope: Scope, priority: TaskPriority, taken: Expression) => sql`
        select id from tasks
        where ${ofNobody(scope, 'wanted')} and ${ofPriority(priority, taken)}
        order by rank, id limit wanted.count`;

/** The same where projects of the team may be closed. */
const firstBesideStops = (priority: TaskPriority, taken: Expression) => sql`
        select id from (
          (select id from (${firstOfNobody('team', priority, taken)}) as of_queue where not wanted.passes_over)
          union all (${firstOfProjects(priority, taken)})
        ) as either`;

/** Of a team with closed projects: the queues of the others, merged. Their tasks may be behind any number of closed ones. */
const firstOfProjects = (priority: TaskPriority, taken: Expression) => sql`
        select each.id from open_projects cross join lateral (
          select id, rank from tasks
          where ${isForAll} and project_id = open_projects.project_id and ${ofPriority(priority, taken)}
          order by rank, id limit wanted.count
        ) as each
        order by each.rank, each.id limit wanted.count`;

/** The first tasks of a priority that are assigned to an agent: those of each of its projects, merged. */
const firstOfAgent = (priority: TaskPriority, taken: Expression) => sql`
        select each.id from own_projects cross join lateral (
          select id, rank from tasks
          where in_queue and assigned_agent_id = wanted.agent_id and project_id = own_projects.project_id
            and ${ofPriority(priority, taken)}
          order by rank, id limit wanted.count
        ) as each
        order by each.rank, each.id limit wanted.count`;

/** The first tasks of a priority that others than the agent have released: those of each group, merged. */
const firstReleased = (priority: TaskPriority, taken: Expression) => sql`
        select each.id from released_groups as released_group cross join lateral (
          select id, rank from tasks where ${isOfGroup('wanted')} and ${ofPriority(priority, taken)}
          order by rank, id limit ${raw(String(maxReleased))}
        ) as each
        where ${isGroupOf('wanted')} and not wanted.agent_id = any(released_group.released_by)
        order by each.rank, each.id limit ${raw(String(maxReleased))}`;

/** A group is of a call with the same filters. */
const isGroupOf = (wanted: string) =>
  raw(`released_group.team_id = ${wanted}.team_id
          and released_group.wanted_project_id is not distinct from ${wanted}.project_id`);

/** `union all` is read in its order, and no further than needed. */
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
      where ${isGroupOf('wanted')} and wanted.agent_id = any(released_group.released_by)
    )`;

/**
 * For calls with equal filters the first tasks of nobody, as many as calls; and for each agent the first tasks that are
 * assigned to it. Neither waits nor locks. The limit makes each found task a lookup: PostgreSQL expects a tenth of the
 * queue to be found, and would read the whole table.
 *
 * Few teams have pauses, projects that are being archived, or tasks that agents released lately: the statement that looks beside
 * these stops costs a third more, so a call is sent to it only if the other one has found that its team has some, and returned an
 * empty list.
 */
const define = (scope: Scope, besideStops: boolean) => {
  const pauses = besideStops
    ? pausesOfCall
    : sql`case when ${hasStops(raw('call_team_id'))} or ${hasReleased(raw('call_team_id'))} then '[]'::jsonb end`;
  const mayPassOver = besideStops && scope === 'team';
  return defineStatement<Params, Row>(
    (p) => sql`
  with calls as materialized (
    select *, ${pauses} as call_pauses from (${selectCallsWithValidToken(calls.rows(p))}) as valid
  ),
  wanted as materialized (
    select *${mayPassOver ? sql`, ${hasClosedProjects('each')} as passes_over` : empty} from (
      select ${wantedColumns},
        null as agent_id, count(*)::int as count, array_agg(call_place::int order by call_place) as places
      from calls where call_pauses is null group by 1, 2, 3
      union all
      select ${wantedColumns}, call_actor_id, count(*)::int, array_agg(call_place::int)
      from calls where call_pauses is null group by 1, 2, 3, 4
    ) as each
  ),
  ${
    besideStops
      ? sql`released_groups as materialized (
    select filters.team_id, filters.project_id as wanted_project_id, each.*
    from (select distinct team_id, project_id from wanted) as filters
      cross join lateral (${releasedGroups(scope, 'filters')}) as each
  ),`
      : empty
  }
  found as materialized (
    select places, 'ofNobody' as kind, first.id, nth, null::jsonb as pauses from wanted
      left join lateral (${
        mayPassOver
          ? sql`
        with open_projects as materialized (${openProjects('wanted')} and wanted.passes_over)`
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
        with own_projects as materialized (${(mayPassOver ? openProjectsOfAgent : projectsOfAgent)(scope, 'wanted')})
        ${firstTasks((priority) => firstOfAgent(priority, p.taken))}
      ) as first on true
    where agent_id is not null
    ${besideStops ? foundReleased(p.taken) : empty}
    union all
    select array[call_place::int], 'ofNobody', null, null, call_pauses from calls where call_pauses is not null
  )
  select places, kind, nth::text, pauses, ${seenColumns('tasks')}
  from found left join lateral (select xmin, * from tasks where id = found.id limit 1) as tasks on true
  order by nth`,
  );
};

export const findStatements = { team: define('team', false), project: define('project', false) };
export const besideStopsStatements = { team: define('team', true), project: define('project', true) };

/** Tasks that this process is about to claim: its next look into the queue passes over them. */
const taken = new Set<string>();

/** A claim of this task has succeeded or failed. */
export const finishClaiming = (taskId: string): void => void taken.delete(taskId);

type FindStatement = (typeof findStatements)[Scope];

/** A task of its own for each call, in their order. Undefined where the token of the call has ended. */
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

/** That the team of the call has pauses, projects that are being archived, or released tasks: the call is sent to `findBesideStops`. */
export const mayHaveStops = (found: Found | undefined): boolean => Array.isArray(found) && found.length === 0;

const toBatch = (name: string, statement: FindStatement): Batch<QueueCall, Found | undefined> => ({
  name,
  ownerOf: ({ teamId }) => teamId,
  send: (db, sent) => find(statement, db, sent),
});

/** One statement with a project and one without. */
export const findInQueue = {
  team: toBatch('tasks.claimNext', findStatements.team),
  project: toBatch('tasks.claimNext', findStatements.project),
};
export const findBesideStops = {
  team: toBatch('tasks.claimNextBesideStops', besideStopsStatements.team),
  project: toBatch('tasks.claimNextBesideStops', besideStopsStatements.project),
};
