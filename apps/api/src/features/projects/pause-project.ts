import type { PauseProject, Project } from '@crewboard/contracts';
import { changePause } from '../administration/change-pause.ts';
import type { Call } from '../verb-context.ts';
import { getProject } from './get-project.ts';
import { writeProjectEvent } from './write-project-event.ts';

/** No agent starts a task of the project until it is resumed. Throws NOT_FOUND. */
export async function pauseProject({ ctx, input }: Call<typeof PauseProject>): Promise<Project> {
  const { projectId: id, ...request } = input;
  return changePause<Project>(ctx, {
    ...{ subject: 'project', id, request, tell: writeProjectEvent },
    respondUnchanged: () => getProject({ ctx, input: { projectId: id } }),
  });
}
