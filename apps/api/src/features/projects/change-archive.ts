import type { Project } from '@crewboard/contracts';
import { keepResponse } from '../idempotency/keep-response.ts';
import type { VerbContext } from '../verb-context.ts';
import { changeProject } from './change-project.ts';
import { getProject } from './get-project.ts';

/**
 * Archives a project, or restores it with `restores`. The archiver does the same to its tasks: of a restored project, to those
 * that were archived with it. Throws NOT_FOUND.
 */
export async function changeArchive(
  ctx: VerbContext,
  projectId: string,
  { restores }: { restores: boolean },
): Promise<Project> {
  const { teamId } = ctx.actor;
  const changed = await changeProject(ctx, projectId, {
    decide({ archivedAt }, now) {
      if (restores === (archivedAt === null)) return 'keep';
      if (restores) return { type: 'project.restored', set: { archivedAt: null } };
      return { type: 'project.archived', set: { archivedAt: now } };
    },
    writeWork({ client, now }) {
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
  const response = await getProject({ ctx, input: { projectId } });
  if (ctx.keyedRequest) await keepResponse(ctx.db, ctx.keyedRequest, response);
  return response;
}
