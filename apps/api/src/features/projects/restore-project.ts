import type { Project, ProjectTarget } from '@crewboard/contracts';
import type { Call } from '../verb-context.ts';
import { changeArchive } from './change-archive.ts';

/**
 * Takes a project back from the archive; the tasks that were archived with it follow. What is not archived stays as it is.
 * Throws NOT_FOUND.
 */
export const restoreProject = ({ ctx, input: { projectId } }: Call<typeof ProjectTarget>): Promise<Project> =>
  changeArchive(ctx, projectId, { restores: true });
