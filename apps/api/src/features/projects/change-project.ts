import { type Project, recordedProjectFields } from '@crewboard/contracts';
import type { ProjectModel, Transaction } from '@crewboard/db';
import { changeRecord, type RecordDecision, stampOf } from '../administration/change-record.ts';
import { takeLock } from '../administration/locks.ts';
import { toChanges } from '../administration/write-event.ts';
import type { VerbContext } from '../verb-context.ts';
import { writeProjectEvent } from './project-row.ts';

type ProjectColumns = Partial<ProjectModel>;

type Change = {
  decide: (project: ProjectModel, now: Date) => RecordDecision<ProjectColumns>;
  /** Writes, in the same transaction, the row by which a worker finds that the tasks of the project need work. */
  requestWork?: (transaction: Transaction, set: ProjectColumns) => Promise<unknown>;
};

/** Changes a project of the caller's team as `decide` says. Undefined if it changes nothing. Throws NOT_FOUND. */
export const changeProject = (
  ctx: VerbContext,
  projectId: string,
  { decide, requestWork }: Change,
): Promise<Project | undefined> =>
  changeRecord(ctx.db, {
    lock: (transaction) => takeLock(transaction, 'projects', projectId),
    read: (client) => client.project.findFirst({ where: { id: projectId, teamId: ctx.actor.teamId } }),
    decide,
    async write(transaction, project, set) {
      await requestWork?.(transaction, set);
      return transaction.client.project.updateMany({
        where: { id: project.id, revision: project.revision },
        data: { ...set, ...stampOf(project, transaction) },
      });
    },
    writeEvent: (transaction, project, { type, set }) => {
      const changes = toChanges(project, set, recordedProjectFields);
      return writeProjectEvent(ctx, transaction, { id: projectId, type, changes });
    },
  });
