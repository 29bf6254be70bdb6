import { attentionReasons, type ListedTask } from '@crewboard/contracts';
import { expect, it } from 'vitest';
import { useApi } from '../harness.ts';
import { onlyNotifiedSweeps, sweep } from '../support/leases.ts';
import { expectedNext, readRows } from '../support/next-oracle.ts';
import { passTime } from '../support/pass-time.ts';
import { pausesOf, subjects } from '../support/pauses.ts';
import { createPerson } from '../support/people.ts';
import { useRandom } from '../support/random.ts';
import { createWorld, type World } from '../support/world.ts';

// The reason of each open task in random histories, against the oracle, which reads the raw rows.

const api = useApi(onlyNotifiedSweeps);
const hours = 3_600;
const steps = 60;

type Random = ReturnType<typeof useRandom>;
type Step = () => Promise<unknown>;

/** Calls that may be rejected: whether each is right is for other tests to say. */
function stepsOf(world: World, random: Random, ids: string[], memberId: string): Step[] {
  const { team, ada, bob } = world;
  const key = team.apiKey;
  const post = (path: string, body?: object, token = key) => api().request('POST', path, { token, body });
  const patch = (path: string, body: object) => api().request('PATCH', path, { token: key, body });
  const anyTask = () => `/api/tasks/${random.pick(ids)}`;
  const agent = () => random.pick([ada, bob]);
  const soon = () => new Date(Date.now() + random.below(48) * hours * 1_000 + 60_000).toISOString();
  const some = () => ids.filter(() => random.below(6) === 0).slice(0, 3);
  const create = async (fields: object) => {
    const body = { title: 'Task', projectId: team.projectId, ...fields };
    const reply = await post(`/api/teams/${team.teamId}/tasks`, body);
    if (reply.status === 201) ids.push((reply.body as { id: string }).id);
  };
  const { pause, resume } = pausesOf(api(), world);
  return [
    () => create({}),
    () => create({ assignedAgentId: agent().id }),
    () => create({ notBefore: soon() }),
    () => create({ blockedBy: some() }),
    () => post(`${anyTask()}/claim`, { leaseSeconds: 30 + random.below(7) * hours }, agent().token),
    () => post(`${anyTask()}/claim`, {}, agent().token),
    () => post(`/api/teams/${team.teamId}/tasks/claim-next`, {}, agent().token),
    () => post(`${anyTask()}/heartbeat`, {}, agent().token),
    () => post(`${anyTask()}/complete`, {}, agent().token),
    () => post(`${anyTask()}/fail`, { reason: 'No' }, agent().token),
    () => post(`${anyTask()}/release`, {}, random.pick([key, agent().token])),
    () => post(`${anyTask()}/move`, { status: random.pick(['todo', 'in_progress', 'done', 'cancelled']) }),
    () => post(`${anyTask()}/${random.pick(['archive', 'restore'])}`),
    () => patch(anyTask(), { assignedMemberId: random.pick([memberId, null]) }),
    () => patch(anyTask(), { assignedAgentId: random.pick([ada.id, bob.id, null]) }),
    () => patch(anyTask(), { notBefore: random.pick([soon(), null]) }),
    () => patch(anyTask(), { blockedBy: some() }),
    () => patch(anyTask(), { title: `Task ${random.below(1_000)}` }),
    () => post(`${anyTask()}/comments`, { body: 'A comment' }),
    () => pause(random.pick(subjects)),
    () => resume(random.pick(subjects)),
    () => resume(random.pick(subjects)),
    () => patch(`/api/agents/${bob.id}`, { status: random.pick(['active', 'inactive']) }),
    async () => {
      const reply = await post(`/api/agents/${bob.id}/rotate-token`);
      if (reply.status === 200) bob.token = (reply.body as { token: string }).token;
    },
    () => patch(`/api/projects/${team.projectId}`, { staleAfterSeconds: (1 + random.below(40)) * hours }),
    () =>
      patch(`/api/projects/${team.projectId}`, { queueStaleAfterSeconds: (1 + random.below(200)) * hours }),
    async () => {
      await passTime(api(), (1 + random.below(30)) * hours);
      await settle();
    },
  ];
}

/** Nobody acts: the service has looked at all that is due. */
async function settle(): Promise<void> {
  const countChecks = async () => {
    await sweep(api());
    return (await api().owner.query('select from stale_checks')).rowCount;
  };
  await expect.poll(countChecks, { timeout: 60_000 }).toBe(0);
  await sweep(api());
}

/** The tasks of the team with who acts next, as the service says. */
async function nextOfTasks({ team }: World): Promise<Map<string, ListedTask['next']>> {
  const nextById = new Map<string, ListedTask['next']>();
  for (let cursor = ''; ; ) {
    const url = `/api/teams/${team.teamId}/tasks?include=next&limit=100${cursor}`;
    const { body, headers } = await api().request('GET', url, { token: team.apiKey });
    for (const { id, next } of body as ListedTask[]) nextById.set(id, next);
    const after = headers.get('x-next-cursor');
    if (!after) return nextById;
    cursor = `&cursor=${after}`;
  }
}

/** The ids on the attention page, by reason. */
async function attentionOf({ team }: World): Promise<Map<string, string>> {
  const { body } = await api().request('GET', `/api/teams/${team.teamId}/attention`, { token: team.apiKey });
  const { tasks } = body as { tasks: { reason: string; count: number; tasks: { id: string }[] }[] };
  for (const { count, tasks: listed } of tasks) expect(listed).toHaveLength(Math.min(count, 20));
  return new Map(tasks.flatMap(({ reason, tasks: listed }) => listed.map(({ id }) => [id, reason] as const)));
}

it('each open task has one reason, which is true, and those of people are on the attention page', async () => {
  const random = useRandom();
  for (let history = 0; history < 6; history += 1) {
    const world = await createWorld(api());
    const ids: string[] = [await api().createTask(world.team)];
    const choices = stepsOf(
      world,
      random,
      ids,
      (await createPerson(api(), world.team.teamId, 'member')).userId,
    );
    for (let step = 0; step < steps; step += 1) await random.pick(choices)();
    await passTime(api(), (1 + random.below(30)) * hours);
    await settle();
    const nextById = await nextOfTasks(world);
    const onPage = await attentionOf(world);
    const rows = await readRows(api().owner);
    for (const task of rows.tasks.filter(({ team_id }) => team_id === world.team.teamId)) {
      const expected = expectedNext(rows, task);
      if (task.archived_at) continue;
      expect(nextById.get(task.id), JSON.stringify(task)).toEqual(
        expected && expect.objectContaining(expected),
      );
      const isWanted = (attentionReasons as readonly string[]).includes(expected?.reason ?? '');
      expect(onPage.get(task.id), JSON.stringify(task)).toBe(isWanted ? expected?.reason : undefined);
    }
  }
});
