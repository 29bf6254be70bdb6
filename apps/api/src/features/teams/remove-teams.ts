import { type Database, defineStatement, type Queryable, queryMany, queryOne, raw, sql } from '@crewboard/db';

// Removes all rows of teams whose time for a restoration is over, in small transactions. Docs:
// docs/decisions/0023-erasure-and-deletion.md.

/**
 * Removes one batch of rows of one team. Removes the team itself, whose id is then `doneId`, a minute after its last
 * row, because a worker that had read a row may still have written others. Any number of processes may call it and may
 * be killed.
 */
export const removeTeams = (db: Database): Promise<{ hasMore: boolean; doneId?: string }> =>
  db.transaction(async (connection) => {
    const deletion = await queryOne(connection, takeDeletion, {});
    if (!deletion) return { hasMore: false };
    const { teamId, wasEmptied } = deletion;
    await queryOne(connection, useIndexes, {});
    for (const removeBatch of batches)
      if ((await removeBatch(connection, teamId)) > 0) return { hasMore: true };
    if (!wasEmptied) {
      await queryOne(connection, markEmptied, { teamId });
      return { hasMore: true };
    }
    await queryOne(connection, removeDeletion, { teamId });
    await queryOne(connection, removeTeam, { teamId });
    return { hasMore: true, doneId: teamId };
  });

/** Rows of one transaction, which takes some milliseconds. */
const maxRows = raw('500');

/** Removes some rows of a team, and returns their number; 0 if none is left. */
type Batch = (db: Queryable, teamId: string) => Promise<number>;

/** Finds the rows by `ctid`, their place. A row that another transaction moves meanwhile is left to the next batch. */
const defineRemoval = (table: string, column: string) =>
  defineStatement<{ ids: string[] }, object>(
    ({ ids }) => sql`
    delete from ${raw(table)} where ctid = any(array(
      select ctid from ${raw(table)} where ${raw(column)} = any(${ids}::text[]) limit ${maxRows}))
    returning 1 as removed`,
  );

function byTeam(table: string): Batch {
  const removal = defineRemoval(table, 'team_id');
  return async (db, teamId) => (await queryMany(db, removal, { ids: [teamId] })).length;
}

type Children = readonly (readonly [table: string, column: string])[];

/**
 * Removes the rows of `table`, but first the rows of `children`, which have no team of their own, only the id of a row.
 */
function withChildren(
  table: string,
  children: Children,
  { where = 'true', order = 'created_at, id' } = {},
): Batch {
  const find = defineStatement<{ teamId: string }, { id: string }>(
    ({ teamId }) => sql`
    select id from ${raw(table)} where team_id = ${teamId} and ${raw(where)} order by ${raw(order)} limit 50`,
  );
  const inOrder = [...children, [table, 'id'] as const];
  const removals = inOrder.map(([each, column]) => defineRemoval(each, column));
  return async (db, teamId) => {
    const ids = (await queryMany(db, find, { teamId })).map(({ id }) => id);
    if (ids.length === 0) return 0;
    for (const removal of removals) {
      const { length } = await queryMany(db, removal, { ids });
      if (length > 0) return length;
    }
    return 0;
  };
}

const ofTasks: Children = [
  ['comments', 'task_id'],
  ['task_attempts', 'task_id'],
  ['task_dependencies', 'blocker_id'],
  ['task_search', 'task_id'],
  ['task_texts', 'task_id'],
];

/** First, so that no worker makes deliveries for the endpoints from then on. */
const deleteWebhooks = defineStatement<{ teamId: string }, object>(
  ({ teamId }) => sql`
  update webhooks set deleted_at = now() where team_id = ${teamId} and deleted_at is null returning id`,
);

/** In the order of removal. Each transaction runs the first batch that finds rows. */
const batches: readonly Batch[] = [
  async (db, teamId) => (await queryMany(db, deleteWebhooks, { teamId })).length,
  // Ordered as two indexes on the tasks of a team are.
  withChildren('tasks', ofTasks, { where: 'archived_at is null', order: 'status, created_at, id' }),
  withChildren('tasks', ofTasks, { where: 'archived_at is not null' }),
  withChildren('webhooks', [
    ['webhook_deliveries', 'webhook_id'],
    ['webhook_subscriptions', 'webhook_id'],
    ['webhook_recoveries', 'webhook_id'],
  ]),
  // `task_texts` also has the descriptions of projects and agents, whose ids are in `task_id`.
  withChildren('projects', [
    ['task_texts', 'task_id'],
    ['stale_checks', 'project_id'],
  ]),
  withChildren('agents', [
    ['task_texts', 'task_id'],
    ['agent_completions', 'agent_id'],
    ['removed_completions', 'agent_id'],
  ]),
  ...['events', 'removed_history', 'task_counts', 'team_activity', 'pauses', 'project_archivals'].map(byTeam),
  ...['departed_members', 'webhook_allow_rules', 'invitations', 'api_keys', 'members', 'tombstones'].map(
    byTeam,
  ),
];

type Deletion = { teamId: string; wasEmptied: boolean };

/**
 * Locks a team, so that one process works on it at a time. Random: a team whose removal fails must not block the
 * others.
 */
const takeDeletion = defineStatement<object, Deletion>(
  () => sql`
  select team_id as "teamId", emptied_at is not null as "wasEmptied" from team_deletions
  where gone_at <= clock_timestamp() and (emptied_at is null or emptied_at < clock_timestamp() - interval '1 minute')
  order by random() limit 1 for update skip locked`,
);

/**
 * Turns sequential scans off. If a team has most rows of a table, PostgreSQL would scan the table from its beginning
 * for each batch, past the rows of other teams and the removed rows.
 */
const useIndexes = defineStatement<object, object>(
  () => sql`select set_config('enable_seqscan', 'off', true)`,
);

const markEmptied = defineStatement<{ teamId: string }, object>(
  ({ teamId }) => sql`update team_deletions set emptied_at = clock_timestamp() where team_id = ${teamId}`,
);
const removeDeletion = defineStatement<{ teamId: string }, object>(
  ({ teamId }) => sql`delete from team_deletions where team_id = ${teamId}`,
);
const removeTeam = defineStatement<{ teamId: string }, object>(
  ({ teamId }) => sql`delete from teams where id = ${teamId}`,
);
