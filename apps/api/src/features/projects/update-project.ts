import { type Project, ProjectPatch, type UpdateProject } from '@crewboard/contracts';
import type { Transaction } from '@crewboard/db';
import { pickChanged } from '../administration/change-record.ts';
import { projectArchived } from '../administration/project-archived.ts';
import { assertPatch } from '../assert-patch.ts';
import type { Call } from '../verb-context.ts';
import { changeProject } from './change-project.ts';
import { getProject } from './get-project.ts';

/**
 * Writes the given fields. A patch without a difference keeps `updatedAt` and writes no event. Throws NOT_FOUND,
 * VALIDATION_ERROR and TASK_ARCHIVED.
 */
export async function updateProject({ ctx, input }: Call<typeof UpdateProject>): Promise<Project> {
  const { projectId, ...patch } = input;
  assertPatch(patch, ProjectPatch);
  const changed = await changeProject(ctx, projectId, {
    decide(project) {
      if (project.archivedAt) throw projectArchived();
      const set = pickChanged(project, patch);
      return set ? { type: 'project.updated', set } : 'keep';
    },
    async requestWork(transaction, set) {
      if (set.staleAfterSeconds || set.queueStaleAfterSeconds) await checkTasks(transaction, projectId);
    },
  });
  if (changed && (patch.staleAfterSeconds || patch.queueStaleAfterSeconds)) ctx.leaseSweeper.wake();
  return changed ?? getProject({ ctx, input: { projectId } });
}

/** Makes the sweeper look at the open tasks again: the times of the project decide when each is stale. */
const checkTasks = ({ client, now }: Transaction, projectId: string) => {
  const check = { begunAt: now, afterCreatedAt: null, afterId: null };
  return client.staleCheck.upsert({
    where: { projectId },
    ...{ create: { projectId, ...check }, update: check },
  });
};
