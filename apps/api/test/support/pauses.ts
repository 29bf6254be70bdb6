import type { Reply, TestApi } from '../harness.ts';
import type { World } from './world.ts';

export type Subject = 'agent' | 'project' | 'team';
export const subjects: Subject[] = ['agent', 'project', 'team'];

/** Of a world: Ada, its project, or the team. */
export const pathOf = (subject: Subject, { team, ada }: World): string =>
  ({
    agent: `/api/agents/${ada.id}`,
    project: `/api/projects/${team.projectId}`,
    team: `/api/teams/${team.teamId}`,
  })[subject];

/** Pausing and resuming of the subjects of a world, with the team's key. */
export const pausesOf = (api: TestApi, world: World) => ({
  pause: (
    subject: Subject,
    body: object = { reason: 'A bad prompt' },
    token = world.team.apiKey,
  ): Promise<Reply> => api.request('POST', `${pathOf(subject, world)}/pause`, { token, body }),
  resume: (subject: Subject, token = world.team.apiKey): Promise<Reply> =>
    api.request('POST', `${pathOf(subject, world)}/resume`, { token }),
});
