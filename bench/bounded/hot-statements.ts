import type { PooledConnection } from '@crewboard/db';
import { createToken } from '../../apps/api/src/auth/tokens.ts';
import { createTeamClient } from '../../e2e/fixtures/team-client.ts';
import { type BenchDatabase, startApi } from '../start-service.ts';

export type Measured = { pages: number; ms: number };

const calls = 20;
const teamId = 'team1';

type Operation = {
  name: string;
  /** A part of the statement that no other statement of the call has. */
  statement: string;
  call: (taskId: string) => Promise<unknown>;
};

/**
 * Measures the statement of each hot operation of an agent in the largest team, over REST and one call at a time: the
 * pages and milliseconds of a call. The server needs `pg_stat_statements`.
 */
export async function measureHotStatements(
  owner: PooledConnection,
  database: BenchDatabase,
): Promise<Map<string, Measured>> {
  const { token, hash, prefix } = createToken('agent');
  await owner.query('create extension pg_stat_statements');
  await owner.query('update agents set token_hash = $2, token_prefix = $3 where id = $1', [
    `${teamId}agent1`,
    hash,
    prefix,
  ]);
  // The newest: claim-next takes the oldest.
  const { rows: todo } = await owner.query<{ id: string }>(
    `select id from tasks where team_id = $1 and status = 'todo' order by created_at desc limit $2`,
    [teamId, 2 * calls],
  );
  const taskIds = todo.map(({ id }) => id);
  const api = await startApi(database);
  const client = createTeamClient(api.origin, token, { teamId, projectId: `${teamId}project1` });
  const operations: Operation[] = [
    { name: 'authenticate', statement: 'token_hash', call: () => client.teams.me() },
    { name: 'get', statement: 'join tasks', call: (taskId) => client.tasks.get({ taskId }) },
    {
      name: 'list of 50 by status',
      statement: 'bytes_before',
      call: () => client.tasks.list({ teamId, status: 'todo', limit: 50 }),
    },
    { name: 'create', statement: 'insert into tasks', call: () => client.createTask() },
    { name: 'claim', statement: 'update tasks', call: (taskId) => client.tasks.claim({ taskId }) },
    {
      name: 'complete',
      statement: 'update tasks',
      call: (taskId) => client.tasks.complete({ taskId, result: 'Done' }),
    },
    { name: 'claim-next', statement: 'update tasks', call: () => client.tasks.claimNext({ teamId }) },
  ];
  try {
    const measured = new Map<string, Measured>();
    // The first half warms up: connections, and plans of prepared statements.
    for (const half of [taskIds.slice(0, calls), taskIds.slice(calls)]) {
      for (const { name, statement, call } of operations) {
        await owner.query('select pg_stat_statements_reset()');
        for (const taskId of half) await call(taskId);
        measured.set(name, await readMeasured(owner, statement));
      }
    }
    return measured;
  } finally {
    await api.stop();
  }
}

/** Of the statement with this part that every call has run. */
async function readMeasured(owner: PooledConnection, part: string): Promise<Measured> {
  const { rows } = await owner.query<Measured>(
    `select (shared_blks_hit + shared_blks_read)::float8 / calls as pages, mean_exec_time as ms
     from pg_stat_statements where position($1 in query) > 0 and calls between $2 and 2 * $2
     order by shared_blks_hit + shared_blks_read desc limit 1`,
    [part, calls],
  );
  if (!rows[0]) throw new Error(`No statement with "${part}" ran in every call`);
  return rows[0];
}
