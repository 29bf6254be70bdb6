import type { Project, ProjectTarget } from '@crewboard/contracts';
import type { z } from 'zod';
import { changePause } from '../administration/change-pause.ts';
import { decideResumption } from '../administration/pause-rules.ts';
import type { VerbContext } from '../verb-context.ts';
import { getProject } from './get-project.ts';
import { writeProjectEvent } from './write-project-event.ts';

type Call = { ctx: VerbContext; input: z.output<typeof ProjectTarget> };

/** Ends a pause. What is not paused stays as it is. Throws NOT_FOUND. */
export async function resumeProject({ ctx, input }: Call): Promise<Project> {
  const { projectId: id } = input;
  return changePause<Project>(ctx, {
    ...{ subject: 'project', id, tell: writeProjectEvent },
    decide: (paused) => decideResumption('project', paused),
    respondUnchanged: () => getProject({ ctx, input: { projectId: id } }),
  });
}
