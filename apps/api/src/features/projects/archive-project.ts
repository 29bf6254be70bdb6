import type { Project, ProjectTarget } from '@crewboard/contracts';
import { keepResponse } from '../idempotency/keep-response.ts';
import type { Call, VerbContext } from '../verb-context.ts';
import { changeProject } from './change-project.ts';
import { getProject } from './get-project.ts';

/**
 * Archives a project: no task of it can be started, and no task can be created in it or moved to it. A worker archives
 * its tasks soon after, and those in progress once they leave `in_progress`. Changes nothing if it is archived. Throws
 * NOT_FOUND.
 */
export const archiveProject = ({ ctx, input }: Call<typeof ProjectTarget>): Promise<Project> =>
  changeArchive(ctx, input.projectId, { restores: false });

/**
 * Restores an archived project. A worker restores the tasks that were archived with it. Changes nothing if the project
 * is not archived. Throws NOT_FOUND.
 */
export const restoreProject = ({ ctx, input }: Call<typeof ProjectTarget>): Promise<Project> =>
  changeArchive(ctx, input.projectId, { restores: true });

async function changeArchive(
  ctx: VerbContext,
  projectId: string,
  { restores }: { restores: boolean },
): Promise<Project> {
  const { teamId } = ctx.actor;
  const changed = await changeProject(ctx, projectId, {
    decide({ archivedAt }, now) {
      const isArchived = archivedAt !== null;
      if (isArchived !== restores) return 'keep';
      if (restores) return { type: 'project.restored', set: { archivedAt: null } };
      return { type: 'project.archived', set: { archivedAt: now } };
    },
    requestWork({ client, now }) {
      const archival = { restores, begunAt: now };
      return client.projectArchival.upsert({
        where: { teamId_projectId: { teamId, projectId } },
        ...{ create: { ...archival, projectId, teamId }, update: archival },
      });
    },
  });
  if (changed) {
    ctx.archiver.wake();
    return changed;
  }
  // Without a change, no transaction has stored the response.
  const response = await getProject({ ctx, input: { projectId } });
  if (ctx.keyedRequest) await keepResponse(ctx.db, ctx.keyedRequest, response);
  return response;
}
