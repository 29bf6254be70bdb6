import { type Attack, defineAttack } from '../attack.ts';
import { HttpClient } from '../support/http-client.ts';
import { pace } from '../support/pace.ts';
import { countOf } from '../support/tally.ts';
import type { Team } from '../support/teams.ts';

type Prepared = { team: Team; agents: { id: string; token: string }[]; keys: string[]; taskIds: string[] };
type Call = { method: string; path: string; token: string; body?: string };

/** How many requests reach the row concurrently. */
const burst = 200;

const json = JSON.stringify;
const pick = <T>(values: T[], index: number): T => values[index % values.length] as T;

/** Every change of one task, by ten agents and ten keys in turn. */
const callsOfOneTask = ({ agents, keys, taskIds: [id] }: Prepared, index: number): Call => {
  const agent = pick(agents, index).token;
  const key = pick(keys, index);
  const path = `/api/tasks/${id}`;
  return pick<Call>(
    [
      { method: 'POST', path: `${path}/claim`, token: agent },
      { method: 'PATCH', path, token: key, body: json({ title: `Title ${index}` }) },
      { method: 'POST', path: `${path}/comments`, token: agent, body: json({ body: 'x' }) },
      { method: 'POST', path: `${path}/move`, token: key, body: json({ status: 'todo' }) },
    ],
    index,
  );
};

/** Requests that lock the row of one agent: completions, renames, rotations. */
const callsOfOneAgent = ({ agents, keys, taskIds }: Prepared, index: number): Call => {
  const [worker, other] = agents;
  const key = pick(keys, index);
  const path = `/api/tasks/${taskIds[Math.floor(index / 3)]}/complete`;
  return pick<Call>(
    [
      { method: 'POST', path, token: worker?.token ?? '' },
      { method: 'PATCH', path: `/api/agents/${worker?.id}`, token: key, body: json({ name: `N ${index}` }) },
      { method: 'POST', path: `/api/agents/${other?.id}/rotate-token`, token: key },
    ],
    index,
  );
};

/** Requests that lock the row of the team, under which its webhooks are counted. */
const callsOfOneKey = ({ team: { teamId }, keys: [key = ''] }: Prepared, index: number): Call => ({
  method: 'POST',
  path: `/api/teams/${teamId}/webhooks`,
  token: key,
  body: json({ url: `https://8.8.8.8/${index}`, enabled: false }),
});

type Lock = Pick<Attack, 'name' | 'sends'> & {
  /** In addition to the large task. */
  taskCount?: number;
  call: (all: Prepared, index: number) => Call;
};

const rowLocks = ({ name, sends, taskCount = 0, call }: Lock) =>
  defineAttack<Prepared>({
    name,
    sends: `${sends}, ${burst} requests at once`,
    service: 'api',
    perSecond: 100,
    seconds: 12,
    async prepare(teams) {
      const team = await teams.createTeam('Attacker');
      const [agents, keys] = [await teams.createAgents(team, 10), await teams.createKeys(team, 10)];
      const large = await teams.createLargeTasks(team, 1, { description: 25_000, result: 1 });
      const small = await teams.createTasks(team, taskCount);
      return { team, agents, keys, taskIds: [...large, ...small] };
    },
    async run({ target, address, prepared, count, perSecond, tally }) {
      const client = new HttpClient({ url: target.apiUrl, address });
      await pace({ count, perSecond, burst }, async (index) => {
        tally.add((await client.send(call(prepared, index))).outcome);
      });
      client.close();
    },
    expected: ({ counts }) => ({ 'some are done': countOf(counts, '200', '201') > 0 }),
  });

export const oneTask = rowLocks({
  name: 'many-on-one-task',
  sends: '10 agents and 10 keys claim, update, move and comment one task of 100 KB',
  call: callsOfOneTask,
});
export const oneAgent = rowLocks({
  name: 'many-on-one-agent',
  sends: '10 keys rename one agent that completes tasks, and rotate the token of another',
  taskCount: 500,
  call: callsOfOneAgent,
});
export const oneKey = rowLocks({
  name: 'many-of-one-key',
  sends: 'one key creates webhooks',
  call: callsOfOneKey,
});
