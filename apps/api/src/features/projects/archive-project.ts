import type { Project, ProjectTarget } from '@crewboard/contracts';
import type { Call } from '../verb-context.ts';
import { changeArchive } from './change-archive.ts';

/**
 * Archives a project, of which no agent can start a task from then on. Its tasks follow soon after: those in progress once
 * they leave `in_progress`. No task can be created in or moved to it. Archiving an archived project changes nothing. Throws
 * NOT_FOUND.
 */
export const archiveProject = ({ ctx, input: { projectId } }: Call<typeof ProjectTarget>): Promise<Project> =>
  changeArchive(ctx, projectId, { restores: false });
