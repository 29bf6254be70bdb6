import { type Project, recordedProjectFields } from '@crewboard/contracts';
import { changeRecord, type RecordDecision, stampOf } from '../administration/change-record.ts';
import { takeLock } from '../administration/locks.ts';
import { toChanges } from '../administration/write-event.ts';
import { keepResponse } from '../idempotency/keep-response.ts';
import type { VerbContext } from '../verb-context.ts';
import { getProject } from './get-project.ts';
import { writeProjectEvent } from './write-project-event.ts';

type Columns = { archivedAt: Date | null };

type Change = {
  decide: (project: Columns, now: Date) => RecordDecision<Columns>;
  /** The tasks that were archived with it are restored, else all tasks are archived. */
  restores: boolean;
};

/** Archives or restores a project. The archiver does the same to its tasks. Throws NOT_FOUND. */
export async function changeArchive(
  ctx: VerbContext,
  projectId: string,
  { decide, restores }: Change,
): Promise<Project> {
  const { teamId } = ctx.actor;
  const changed = await changeRecord(ctx.db, {
    lock: (transaction) => takeLock(transaction, 'projects', projectId),
    read: (client) => client.project.findFirst({ where: { id: projectId, teamId } }),
    decide,
    async write(transaction, project, set: Columns) {
      const { client, now } = transaction;
      const archival = { restores, begunAt: now };
      await client.projectArchival.upsert({
        where: { teamId_projectId: { teamId, projectId } },
        ...{ create: { ...archival, projectId, teamId }, update: archival },
      });
      return client.project.updateMany({
        where: { id: project.id, revision: project.revision },
        data: { ...set, ...stampOf(project, transaction) },
      });
    },
    tell: (transaction, project, { type, set }) => {
      const changes = toChanges(project, set, recordedProjectFields);
      return writeProjectEvent(ctx, transaction, { id: projectId, type, changes });
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
