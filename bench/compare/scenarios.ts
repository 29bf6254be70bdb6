import type pg from 'pg';
import type { BenchApi } from '../start-service.ts';
import { type Agent, isTodo, taskId, teamCount } from './data.ts';
import type { Load, Request } from './load.ts';

/** The processes of each side. */
export type Servers = Record<'crewboard' | 'two processes' | 'bare', BenchApi[]>;

export type Scenario = {
  what: string;
  load: Omit<Load, 'origins'>;
  references: string[];
  /** Before each run. */
  prepare?: (owner: pg.Pool, side: string) => Promise<void>;
  /** After each run. Throws if rows or events are not what the run must leave. */
  check?: (owner: pg.Pool, side: string) => Promise<void>;
  /** Whether tasks have to be put back after each run. */
  changes?: boolean;
};

/** Of the queue systems: each job is claimed and completed on its own. */
const queues = ['graphile-worker', 'pg-boss'];

/** The tasks of a side. */
const tableOf = (side: string) => (side === 'bare' ? 'lean.tasks' : 'tasks');

/** Checks that exactly this many tasks are in this state. */
const expectRows = (where: string, expected: number) => async (owner: pg.Pool, side: string) => {
  if (queues.includes(side)) return;
  const { rows } = await owner.query<{ count: number }>(
    `select count(*)::int as count from ${tableOf(side)} where ${where}`,
  );
  const count = rows[0]?.count;
  if (count !== expected) throw new Error(`${side}: ${count} instead of ${expected} tasks where ${where}`);
};

const isCreated = `status = 'todo' and id not like 'task%'`;
const isClaimed = `status = 'in_progress' and assigned_agent_id is not null and attempt = 1`;
const isCompleted = `status = 'done' and assigned_agent_id is not null and attempt = 1 and result = 'Done'`;

type Operation = Omit<Load, 'origins' | 'connections'> &
  Pick<Scenario, 'prepare' | 'check' | 'changes'> & { name: string };

/** The scenario of an operation on this many connections. */
const scenarioOn = (
  connections: number,
  { name, requests, count, isWork, ...rest }: Operation,
  references: string[],
): Scenario => ({
  ...{ what: `${name}, ${connections}`, references },
  load: { requests, connections, count, ...(isWork && { isWork }) },
  ...rest,
});

/** What is compared, with the number of connections. Claims and completions are of different tasks. */
export function createScenarios(agents: Agent[], tasks: number, quick: boolean): Scenario[] {
  const reads = quick ? 4_000 : 20_000;
  const claims = quick ? 3_000 : 5_000;
  const single = quick ? 300 : 1_000;
  /** `X-Agent` is for the bare server, which knows no tokens. */
  const headersOf = ({ token, id }: Agent) => ({
    Authorization: `Bearer ${token}`,
    'X-Agent': id,
    'Content-Type': 'application/json',
  });
  /** The agents of the team of task `n`, in turn. */
  const agentOf = (n: number, turn: number) => {
    const turnInTeam = turn % (agents.length / teamCount);
    return agents[(n % teamCount) + teamCount * turnInTeam] as Agent;
  };
  const toGet = ({ 'Content-Type': _, ...headers }: Record<string, string>, path: string): Request => ({
    ...{ method: 'GET', path, headers },
  });
  /** Numbers of tasks all over the table, in every team. */
  const spread = (count: number, isWanted: (n: number) => boolean) => {
    const numbers: number[] = [];
    for (let index = 0; numbers.length < count; index += 1) {
      // Steps of a prime reach each number once before any number twice.
      const n = (index * 7_919) % tasks;
      if (isWanted(n)) numbers.push(n);
    }
    return numbers;
  };
  const todo = spread(claims, isTodo);
  const gets = spread(Math.min(tasks, 8_000), () => true).map((n, turn) =>
    toGet(headersOf(agentOf(n, turn)), `/api/tasks/${taskId(n)}`),
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
    toGet(headersOf(agent), `/api/teams/${agent.teamId}/tasks?status=todo&limit=50`),
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
  const claimAll = async (owner: pg.Pool, side: string) => {
    const ofService = side === 'bare' ? '' : 'in_queue = false, held_since = now(),';
    await owner.query('set session_replication_role = replica');
    await owner.query(
      `update ${tableOf(side)} as tasks set ${ofService} status = 'in_progress', attempt = 1, assigned_agent_id = held.agent
       from unnest($1::text[], $2::text[]) as held (id, agent) where tasks.id = held.id`,
      [todo.map(taskId), todo.map((n, turn) => agentOf(n, turn).id)],
    );
    await owner.query('set session_replication_role = origin');
  };
  const work = quick ? 1_000 : 1_500;
  const get: Operation = { name: 'get', requests: gets, count: reads };
  const claim: Operation = {
    ...{ name: 'claim', requests: claimRequests, count: claims, changes: true },
    check: expectRows(isClaimed, claims),
  };
  const operations: Operation[] = [
    get,
    { name: 'list of 50', requests: lists, count: reads / 4 },
    {
      ...{ name: 'create', requests: creations, count: claims, changes: true },
      check: expectRows(isCreated, claims),
    },
    claim,
    {
      ...{ name: 'complete', requests: completeRequests, count: claims, changes: true },
      ...{ prepare: claimAll, check: expectRows(isCompleted, claims) },
    },
  ];
  return [
    ...operations.flatMap((each) => [
      scenarioOn(32, each, ['bare']),
      scenarioOn(64, each, ['two processes']),
    ]),
    scenarioOn(1, { ...get, count: reads / 4 }, ['bare']),
    scenarioOn(1, { ...claim, count: single, check: expectRows(isClaimed, single) }, ['bare']),
    scenarioOn(
      64,
      {
        ...{ name: 'claim-next + complete', requests: next, count: work, isWork: true },
        ...{ check: expectRows(isCompleted, work), changes: true },
      },
      ['bare', 'two processes', ...queues],
    ),
  ];
}
