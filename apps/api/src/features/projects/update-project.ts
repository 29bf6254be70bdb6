import { type Project, ProjectPatch, recordedProjectFields, type UpdateProject } from '@crewboard/contracts';
import type { Transaction } from '@crewboard/db';
import { changeRecord, stampOf } from '../administration/change-record.ts';
import { takeLock } from '../administration/locks.ts';
import { pickChanged } from '../administration/pick-changed.ts';
import { projectArchived } from '../administration/project-archived.ts';
import { toChanges } from '../administration/write-event.ts';
import { assertPatch } from '../row-change.ts';
import type { Call } from '../verb-context.ts';
import { getProject } from './get-project.ts';
import { writeProjectEvent } from './write-project-event.ts';

/** Writes the given fields. A patch without a difference keeps `updatedAt` and writes no event. Throws NOT_FOUND. */
export async function updateProject({ ctx, input }: Call<typeof UpdateProject>): Promise<Project> {
  const { projectId, ...patch } = input;
  assertPatch(patch, ProjectPatch);
  const changed = await changeRecord(ctx.db, {
    lock: (transaction) => takeLock(transaction, 'projects', projectId),
    read: (client) => client.project.findFirst({ where: { id: projectId, teamId: ctx.actor.teamId } }),
    decide: (project) => {
      if (project.archivedAt) throw projectArchived();
      const set = pickChanged(project, patch);
      return set ? { type: 'project.updated', set } : 'keep';
    },
    async write(transaction, project, set) {
      if (set.staleAfterSeconds || set.queueStaleAfterSeconds) await checkTasks(transaction, project.id);
      return transaction.client.project.updateMany({
        where: { id: project.id, revision: project.revision },
        data: { ...set, ...stampOf(project, transaction) },
      });
    },
    tell: (transaction, project, { type, set }) => {
      const changes = toChanges(project, set, recordedProjectFields);
      return writeProjectEvent(ctx, transaction, { id: projectId, type, changes });
    },
  });
  if (changed && (patch.staleAfterSeconds || patch.queueStaleAfterSeconds)) ctx.leaseSweeper.wake();
  return changed ?? getProject({ ctx, input: { projectId } });
}

/** Its open tasks are looked at again: when each is stale depends on the times of the project. */
const checkTasks = ({ client, now }: Transaction, projectId: string) => {
  const check = { begunAt: now, afterCreatedAt: null, afterId: null };
  return client.staleCheck.upsert({
    where: { projectId },
    ...{ create: { projectId, ...check }, update: check },
  });
};
