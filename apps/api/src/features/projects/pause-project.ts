import type { PauseProject, Project } from '@crewboard/contracts';
import type { z } from 'zod';
import { changePause } from '../administration/change-pause.ts';
import { decidePause } from '../administration/pause-rules.ts';
import type { VerbContext } from '../verb-context.ts';
import { getProject } from './get-project.ts';
import { writeProjectEvent } from './write-project-event.ts';

type Call = { ctx: VerbContext; input: z.output<typeof PauseProject> };

/** No agent starts a task of the project until it is resumed. Throws NOT_FOUND. */
export async function pauseProject({ ctx, input }: Call): Promise<Project> {
  const { projectId: id, ...request } = input;
  return changePause<Project>(ctx, {
    ...{ subject: 'project', id, tell: writeProjectEvent },
    decide: (paused, now) => decidePause('project', paused, request, now),
    respondUnchanged: () => getProject({ ctx, input: { projectId: id } }),
  });
}
