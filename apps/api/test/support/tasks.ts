import { HeldTask, Task, type TaskStatus } from '@crewboard/contracts';
import type { Reply, TestApi, TestTeam } from '../harness.ts';
import type { World } from './world.ts';

type Extra = { body?: unknown; rawBody?: string; headers?: Record<string, string> };

/** Claims the next task of a team. */
export const claimNext = (api: TestApi, token: string, team: TestTeam, body: unknown = {}) =>
  api.request('POST', `/api/teams/${team.teamId}/tasks/claim-next`, { token, body });

/** The operations on one task, with the token first: `calls(api).claim(ada.token, taskId)`. */
export const calls = (api: TestApi) => {
  const post =
    (verb: string) =>
    (token: string, taskId: string, extra: Extra = {}) =>
      api.request('POST', `/api/tasks/${taskId}/${verb}`, { token, ...extra });
  return {
    get: (token: string, taskId: string) => api.request('GET', `/api/tasks/${taskId}`, { token }),
    update: (token: string, taskId: string, body: unknown) =>
      api.request('PATCH', `/api/tasks/${taskId}`, { token, body }),
    claim: post('claim'),
    complete: post('complete'),
    heartbeat: post('heartbeat'),
    fail: post('fail'),
    release: post('release'),
    attempts: (token: string, taskId: string, query = '') =>
      api.request('GET', `/api/tasks/${taskId}/attempts${query}`, { token }),
    move: (token: string, taskId: string, status: TaskStatus) =>
      post('move')(token, taskId, { body: { status } }),
  };
};

/** The response to a heartbeat without its notices. */
export const OfHolder = HeldTask.transform(({ notices: _, ...task }): Task => task);

/** Returns the response of a step that prepares a test and must succeed. */
export async function done(reply: Promise<Reply>): Promise<Task> {
  const { status, body, text } = await reply;
  if (status !== 200 && status !== 201) throw new Error(`A step of the preparation failed: ${text}`);
  return OfHolder.or(Task).parse(body);
}

/** A task that the first agent of the team holds; nobody where it has none. */
export async function heldTask(api: TestApi, team: TestTeam): Promise<string> {
  const { rows } = await api.db.pool.query<{ id: string }>(
    'select id from agents where team_id = $1 order by created_at limit 1',
    [team.teamId],
  );
  const taskId = await api.createTask(team, { assignedAgentId: rows[0]?.id });
  await done(calls(api).move(team.apiKey, taskId, 'in_progress'));
  return taskId;
}

/** The task as the team reads it. */
export const readTask = (api: TestApi, world: World, taskId: string): Promise<Task> =>
  done(calls(api).get(world.team.apiKey, taskId));

/** In how many seconds from its last change the task is offered again. */
export const delayOf = ({ notBefore, updatedAt }: Task) =>
  notBefore && Math.round((Date.parse(notBefore) - Date.parse(updatedAt)) / 1_000);

/** The situations that the rules distinguish. An agent that takes part in one is Ada. */
export const situations = [
  'todo',
  'todo for Ada',
  'in progress with nobody',
  'held by Ada',
  'done by nobody',
  'completed by Ada',
  'cancelled',
  'cancelled under Ada',
] as const;
export type Situation = (typeof situations)[number];

/** The result that Ada sends on completion. */
export const adasResult = 'Result of Ada';

/** Creates a task in a situation through the API. */
export async function taskIn(api: TestApi, world: World, situation: Situation): Promise<string> {
  const { team, ada } = world;
  const { move, claim, complete } = calls(api);
  const fields = situation === 'todo for Ada' ? { assignedAgentId: ada.id } : {};
  const taskId = await api.createTask(team, { title: situation, ...fields });
  const steps: Record<Situation, () => Promise<unknown>> = {
    todo: async () => undefined,
    'todo for Ada': async () => undefined,
    'in progress with nobody': () => done(move(team.apiKey, taskId, 'in_progress')),
    'held by Ada': () => done(claim(ada.token, taskId)),
    'done by nobody': () => done(move(team.apiKey, taskId, 'done')),
    'completed by Ada': () => done(complete(ada.token, taskId, { body: { result: adasResult } })),
    cancelled: () => done(move(team.apiKey, taskId, 'cancelled')),
    'cancelled under Ada': async () => {
      await done(claim(ada.token, taskId));
      await done(move(team.apiKey, taskId, 'cancelled'));
    },
  };
  await steps[situation]();
  return taskId;
}
