import type { PauseProject, PauseRequest, Project, ProjectTarget } from '@crewboard/contracts';
import { changePause } from '../administration/change-pause.ts';
import type { Call, VerbContext } from '../verb-context.ts';
import { getProject } from './get-project.ts';
import { writeProjectEvent } from './project-row.ts';

/** No agent starts a task of the project until it is resumed. Throws NOT_FOUND and TASK_ARCHIVED. */
export function pauseProject({ ctx, input }: Call<typeof PauseProject>): Promise<Project> {
  const { projectId, ...request } = input;
  return changeProjectPause(ctx, projectId, request);
}

/** Ends the pause of a project, or changes nothing if there is none. Throws NOT_FOUND and TASK_ARCHIVED. */
export const resumeProject = ({ ctx, input }: Call<typeof ProjectTarget>): Promise<Project> =>
  changeProjectPause(ctx, input.projectId, null);

const changeProjectPause = (
  ctx: VerbContext,
  projectId: string,
  request: PauseRequest | null,
): Promise<Project> =>
  changePause(ctx, {
    ...{ subject: 'project', id: projectId, request, writeEvent: writeProjectEvent },
    readUnchanged: () => getProject({ ctx, input: { projectId } }),
  });
