import { createClient } from '@crewboard/sdk';
import { settle } from '../../../apps/api/test/log/support/settle.ts';
import { type Random, seededRandom } from '../../../apps/api/test/support/seeded-random.ts';
import { defineAttack } from '../attack.ts';
import { HttpClient } from '../support/http-client.ts';
import { pace } from '../support/pace.ts';
import { replayTask } from '../support/replay-task.ts';
import { type Counts, countOf, type Tally } from '../support/tally.ts';
import type { Team } from '../support/teams.ts';

type Agent = { id: string; token: string };
type Writers = { team: Team; agents: Agent[]; keys: string[]; taskIds: string[] };
type Verb = { verb: string; method: string; path: string; token: string; body?: object };

const statuses = ['todo', 'in_progress', 'done', 'cancelled'];
/** Most changes are of one task. */
const pickTask = (taskIds: string[], random: Random) =>
  random.below(10) ? (taskIds[0] ?? '') : random.pick(taskIds);

function pickVerb({ team, agents, keys, taskIds }: Writers, writer: number, random: Random): Verb {
  const agent = agents[writer]?.token ?? '';
  const key = keys[writer] ?? '';
  const id = pickTask(taskIds, random);
  const path = `/api/tasks/${id}`;
  const { projectId, teamId } = team;
  const update = { verb: 'update', method: 'PATCH', path };
  const title = () => ({ title: `Title ${random.below(1e6)}` });
  // Updates of the title come twice, because they are valid in most states of the task.
  return random.pick<Verb>([
    { ...update, token: agent, body: title() },
    { ...update, token: agent, body: title() },
    { ...update, token: key, body: title() },
    { ...update, token: key, body: title() },
    { verb: 'claim', method: 'POST', path: `${path}/claim`, token: agent },
    {
      verb: 'complete',
      method: 'POST',
      path: `${path}/complete`,
      token: agent,
      body: { result: `${writer}` },
    },
    {
      verb: 'move',
      method: 'POST',
      path: `${path}/move`,
      token: key,
      body: { status: random.pick(statuses) },
    },
    { verb: 'back to todo', method: 'POST', path: `${path}/move`, token: key, body: { status: 'todo' } },
    { verb: 'assign', method: 'PATCH', path, token: key, body: { assignedAgentId: random.pick(agents).id } },
    { verb: 'unassign', method: 'PATCH', path, token: key, body: { assignedAgentId: null } },
    { verb: 'comment', method: 'POST', path: `${path}/comments`, token: agent, body: { body: 'x' } },
    {
      verb: 'release',
      method: 'POST',
      path: '/trpc/tasks.releaseAll',
      token: key,
      body: { agentId: random.pick(agents).id },
    },
    {
      verb: 'create',
      method: 'POST',
      path: `/api/teams/${teamId}/tasks`,
      token: key,
      body: { title: 'T', projectId },
    },
  ]);
}

async function write(client: HttpClient, { verb, body, ...call }: Verb, tally: Tally): Promise<void> {
  const { status, outcome } = await client.send({ ...call, body: body && JSON.stringify(body) });
  tally.add(status >= 200 && status < 300 ? `${verb} done` : outcome);
}

/** Replays the events of each task. */
async function replayTasks(apiUrl: string, { team, taskIds }: Writers): Promise<Counts> {
  const client = createClient({ url: apiUrl, token: team.apiKey });
  const sum: Counts = {};
  for (const taskId of taskIds) {
    for (const [label, count] of Object.entries(await replayTask(client, taskId))) {
      sum[label] = (sum[label] ?? 0) + count;
    }
  }
  return sum;
}

/** Concurrent writers that change the same three tasks with every verb. */
const concurrentWriters = (writerCount: number, perSecond: number) =>
  defineAttack<Writers>({
    name: `${writerCount}-writers`,
    sends:
      `${writerCount} writers of one team, one request at a time each, change three tasks with all verbs over two API ` +
      'processes, at most',
    service: 'replicas',
    perSecond,
    seconds: 12,
    async prepare(teams) {
      const team = await teams.createTeam('Writers');
      const agents = await teams.createAgents(team, writerCount);
      const keys = await teams.createKeys(team, writerCount);
      // A larger task keeps its lock longer.
      const large = await teams.createLargeTasks(team, 1, { description: 2_500, result: 1 });
      return { team, agents, keys, taskIds: [...large, ...(await teams.createTasks(team, 2))] };
    },
    async run({ target, address, prepared, seed, count, perSecond: rate, seconds, tally }) {
      const endsAt = Date.now() + seconds * 1_000;
      const clients = target.apiUrls.map((url) => new HttpClient({ url, address }));
      const own = { count: count / writerCount, perSecond: rate / writerCount, maxOpen: 1 };
      const writing = prepared.agents.map((_, writer) => {
        // Of its own, so that its choices do not depend on when the others write.
        const random = seededRandom(seed + writer);
        return pace(own, async () => {
          if (Date.now() < endsAt)
            await write(random.pick(clients), pickVerb(prepared, writer, random), tally);
        });
      });
      await Promise.all(writing);
      for (const client of clients) client.close();
    },
    async inspect({ db, target }, prepared) {
      await settle({ db });
      return replayTasks(target.apiUrl, prepared);
    },
    expected: ({ counts }) => ({
      'events replayed': countOf(counts, 'events') > 0,
      'every event follows the one before': countOf(counts, 'out of order') === 0,
      'versions rise by one': countOf(counts, 'versions') > 0 && countOf(counts, 'wrong versions') === 0,
      'the last event is the task': countOf(counts, 'ends elsewhere') === 0,
    }),
  });

export const twoWriters = concurrentWriters(2, 100);
export const fourWriters = concurrentWriters(4, 200);
export const eightWriters = concurrentWriters(8, 400);
