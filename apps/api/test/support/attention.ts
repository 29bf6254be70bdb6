import { Attention, type TaskNext } from '@crewboard/contracts';
import { expectBody, type TestApi } from '../harness.ts';
import type { World } from './world.ts';

export const attentionOf = async (api: TestApi, { team }: World, token = team.apiKey) =>
  expectBody(await api.request('GET', `/api/teams/${team.teamId}/attention`, { token }), 200, Attention);

/** The ids of the tasks by reason. */
export const reasonsOf = async (api: TestApi, world: World) =>
  Object.fromEntries(
    (await attentionOf(api, world)).tasks.map(({ reason, tasks }) => [reason, tasks.map(({ id }) => id)]),
  );

export async function nextOf(
  api: TestApi,
  { team }: World,
  taskId: string,
): Promise<TaskNext | null | undefined> {
  const { body } = await api.request('GET', `/api/tasks/${taskId}?include=next`, { token: team.apiKey });
  return (body as { next?: TaskNext | null }).next;
}
