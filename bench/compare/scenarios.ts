import type pg from 'pg';
import type { BenchApi } from '../start-service.ts';
import { type Agent, isTodo, type Size, taskId } from './data.ts';
import type { Load, Request } from './load.ts';

/** The processes of each side. */
export type Servers = Record<'crewboard' | 'two processes' | 'bare' | 'minimal', BenchApi[]>;

export type Scenario = {
  what: string;
  load: Omit<Load, 'origins'>;
  references: string[];
  /** Before each run. */
  prepare?: (owner: pg.Pool) => Promise<void>;
  /** After each run. Throws if rows or events are not what the run must leave. */
  check?: (owner: pg.Pool, side: string) => Promise<void>;
  /** Whether tasks have to be put back after each run. */
  changes?: boolean;
};

/** Of the queue systems: each job is claimed and completed on its own. */
const queues = ['graphile-worker', 'pg-boss'];

async function countRows(owner: pg.Pool, where: string): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    `select count(*)::int as count from tasks where ${where}`,
  );
  return rows[0]?.count ?? 0;
}

/** Checks that exactly this many tasks are in this state. */
const expectRows = (where: string, expected: number) => async (owner: pg.Pool, side: string) => {
  if (queues.includes(side)) return;
  const count = await countRows(owner, where);
  if (count !== expected) throw new Error(`${side}: ${count} instead of ${expected} tasks where ${where}`);
};

const isClaimed = `status = 'in_progress' and assigned_agent_id is not null and attempt = 1`;
const isCompleted = `status = 'done' and assigned_agent_id is not null and attempt = 1 and result = 'Done'`;

/** What is compared, with the number of connections. Claims and completions are of different tasks. */
export function createScenarios(agents: Agent[], { tasks }: Size, quick: boolean): Scenario[] {
  const reads = quick ? 4_000 : 20_000;
  const claims = quick ? 3_000 : 5_000;
  const single = quick ? 300 : 1_000;
  const headersOf = ({ token, teamId, id }: Agent) => ({
    Authorization: `Bearer ${token}`,
    'X-Caller': `${teamId} ${id}`,
    'Content-Type': 'application/json',
  });
  const agentOf = (n: number, turn: number) => agents[(n % 20) + 20 * (turn % (agents.length / 20))] as Agent;
  const get = ({ 'Content-Type': _, ...headers }: Record<string, string>, path: string): Request => ({
    ...{ method: 'GET', path, headers },
  });
  /** Numbers of tasks all over the table, in every team. */
  const spread = (count: number, isWanted: (n: number) => boolean) => {
    const numbers: number[] = [];
    for (let index = 0; numbers.length < count; index += 1) {
      const n = (index * 7_919) % tasks;
      if (isWanted(n)) numbers.push(n);
    }
    return numbers;
  };
  const todo = spread(claims, isTodo);
  const gets = spread(Math.min(tasks, 8_000), () => true).map((n, turn) =>
    get(headersOf(agentOf(n, turn)), `/api/tasks/${taskId(n)}`),
  );
  const post = (n: number, turn: number, path: string, body: object): Request => ({
    method: 'POST',
    path,
    headers: headersOf(agentOf(n, turn)),
    body: JSON.stringify(body),
  });
  const claimRequests = todo.map((n, turn) => post(n, turn, `/api/tasks/${taskId(n)}/claim`, {}));
  const completeRequests = todo.map((n, turn) =>
    post(n, turn, `/api/tasks/${taskId(n)}/complete`, { result: 'Done' }),
  );
  const perAgent = agents.map((agent, index) => ({ agent, index }));
  const lists = perAgent.map(({ agent }) =>
    get(headersOf(agent), `/api/teams/${agent.teamId}/tasks?status=todo&limit=50`),
  );
  const creations = perAgent.map(({ agent }) => ({
    ...{ method: 'POST' as const, path: `/api/teams/${agent.teamId}/tasks`, headers: headersOf(agent) },
    body: JSON.stringify({ title: 'A new task of the benchmark', projectId: agent.projectId }),
  }));
  const next = perAgent.map(({ agent }) => ({
    ...{
      method: 'POST' as const,
      path: `/api/teams/${agent.teamId}/tasks/claim-next`,
      headers: headersOf(agent),
    },
    body: '{}',
  }));
  const claimAll = async (owner: pg.Pool) => {
    await owner.query('set session_replication_role = replica');
    await owner.query(
      `update tasks set status = 'in_progress', in_queue = false, attempt = 1, held_since = now(), assigned_agent_id = held.agent
       from unnest($1::text[], $2::text[]) as held (id, agent) where tasks.id = held.id`,
      [todo.map(taskId), todo.map((n, turn) => agentOf(n, turn).id)],
    );
    await owner.query('set session_replication_role = origin');
  };
  // The minimal server takes tasks of high priority alone, of which there are 2,000 among 10 thousand.
  const work = quick ? 1_000 : 1_500;
  return [
    {
      what: 'get, 64',
      load: { requests: gets, connections: 64, count: reads },
      references: ['bare', 'two processes'],
    },
    { what: 'get, 1', load: { requests: gets, connections: 1, count: reads / 4 }, references: ['bare'] },
    {
      what: 'list of 50, 64',
      load: { requests: lists, connections: 64, count: reads / 4 },
      references: ['bare', 'two processes'],
    },
    {
      what: 'create, 64',
      load: { requests: creations, connections: 64, count: claims },
      ...{ references: ['bare', 'two processes'], changes: true },
    },
    {
      what: 'claim, 64',
      load: { requests: claimRequests, connections: 64, count: claims },
      ...{
        references: ['bare', 'minimal', 'two processes'],
        check: expectRows(isClaimed, claims),
        changes: true,
      },
    },
    {
      what: 'claim, 1',
      load: { requests: claimRequests, connections: 1, count: single },
      ...{ references: ['bare'], check: expectRows(isClaimed, single), changes: true },
    },
    {
      what: 'complete, 64',
      load: { requests: completeRequests, connections: 64, count: claims },
      ...{
        references: ['bare', 'minimal', 'two processes'],
        prepare: claimAll,
        check: expectRows(isCompleted, claims),
        changes: true,
      },
    },
    {
      what: 'claim-next + complete, 64',
      load: { requests: next, connections: 64, count: work, isWork: true },
      ...{ references: ['bare', 'minimal', 'two processes', ...queues] },
      ...{ check: expectRows(isCompleted, work), changes: true },
    },
  ];
}
