import type { Project, ProjectTarget } from '@crewboard/contracts';
import { changePause } from '../administration/change-pause.ts';
import type { Call } from '../verb-context.ts';
import { getProject } from './get-project.ts';
import { writeProjectEvent } from './write-project-event.ts';

/** Ends a pause. What is not paused stays as it is. Throws NOT_FOUND. */
export async function resumeProject({ ctx, input }: Call<typeof ProjectTarget>): Promise<Project> {
  const { projectId: id } = input;
  return changePause<Project>(ctx, {
    ...{ subject: 'project', id, request: null, tell: writeProjectEvent },
    respondUnchanged: () => getProject({ ctx, input: { projectId: id } }),
  });
}
