import type { PooledConnection } from '@crewboard/db';
import { createToken } from '../../apps/api/src/auth/tokens.ts';
import { createTeamClient } from '../../e2e/fixtures/team-client.ts';
import { type BenchDatabase, startApi } from '../start-service.ts';
import { countIndexEntries, type IndexEntries, readWalPosition } from './index-entries.ts';

export type Measured = { pages: number; ms: number };

/** What a call writes, on average. */
export type Written = IndexEntries & { walBytes: number };

/** `written`: only of operations that write. */
export type HotMeasured = Measured & { written: Written | undefined };

const calls = 20;
const leaseSeconds = 3_600;
const teamId = 'team1';

type Operation = {
  name: string;
  /** A part of the statement that no other statement of the call has. */
  statement: string;
  call: (taskId: string) => Promise<unknown>;
};

/**
 * Measures the statement of each hot operation of an agent in the largest team, over REST and one call at a time: what
 * a call reads and writes, and its milliseconds. The server needs `pg_stat_statements`.
 */
export async function measureHotStatements(
  owner: PooledConnection,
  database: BenchDatabase,
): Promise<Map<string, HotMeasured>> {
  const { token, hash, prefix } = createToken('agent');
  await owner.query('create extension pg_stat_statements');
  await owner.query('create extension pg_walinspect');
  await owner.query('update agents set token_hash = $2, token_prefix = $3 where id = $1', [
    `${teamId}agent1`,
    hash,
    prefix,
  ]);
  // The newest tasks, because claim-next takes the oldest.
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
    // A lease writes one more index.
    {
      name: 'claim',
      statement: 'update tasks',
      call: (taskId) => client.tasks.claim({ taskId, leaseSeconds }),
    },
    { name: 'heartbeat', statement: 'update tasks', call: (taskId) => client.tasks.heartbeat({ taskId }) },
    {
      name: 'complete',
      statement: 'update tasks',
      call: (taskId) => client.tasks.complete({ taskId, result: 'Done' }),
    },
    {
      name: 'claim-next',
      statement: 'update tasks',
      call: () => client.tasks.claimNext({ teamId, leaseSeconds }),
    },
  ];
  try {
    const measured = new Map<string, HotMeasured>();
    // The first half warms up: connections, and plans of prepared statements.
    for (const half of [taskIds.slice(0, calls), taskIds.slice(calls)]) {
      for (const { name, statement, call } of operations) {
        await owner.query('select pg_stat_statements_reset()');
        const since = await readWalPosition(owner);
        for (const taskId of half) await call(taskId);
        measured.set(name, await readMeasured(owner, statement, since));
      }
    }
    return measured;
  } finally {
    await api.stop();
  }
}

/** The figures of the statement with this part that ran in every call. */
async function readMeasured(owner: PooledConnection, part: string, since: string): Promise<HotMeasured> {
  const { rows } = await owner.query<Measured & { walBytes: number }>(
    `select (shared_blks_hit + shared_blks_read)::float8 / calls as pages, mean_exec_time as ms,
       wal_bytes::float8 / calls as "walBytes"
     from pg_stat_statements where position($1 in query) > 0 and calls between $2 and 2 * $2
     order by shared_blks_hit + shared_blks_read desc limit 1`,
    [part, calls],
  );
  if (!rows[0]) throw new Error(`No statement with "${part}" ran in every call`);
  const { walBytes, ...measured } = rows[0];
  if (!['insert into tasks', 'update tasks'].includes(part)) return { ...measured, written: undefined };
  const { tasks, events, task_attempts } = await countIndexEntries(owner, since);
  const perCall = { tasks: tasks / calls, events: events / calls, task_attempts: task_attempts / calls };
  return { ...measured, written: { ...perCall, walBytes } };
}
