import type { ProjectTarget } from '@crewboard/contracts';
import { defineStatement, queryMany, raw, sql, type Transaction } from '@crewboard/db';
import { AppError } from '../../errors.ts';
import { changeRecord } from '../administration/change-record.ts';
import { takeLock } from '../administration/locks.ts';
import { noFieldSet } from '../events/field-sets.ts';
import { type EventActorParams, eventActorParams, recordEvent } from '../events/record-event.ts';
import type { Call } from '../verb-context.ts';

/**
 * Writes the event, and the tombstone, by which the eraser finds the tasks to delete. Rows of `project_archivals` stay:
 * the archiver deletes them once the tasks are gone.
 */
const writeDeletion = defineStatement<EventActorParams & { id: string; createdAt: Date }, object>(
  (p) => sql`
  with gone as (
    insert into tombstones (id, team_id, subject_type, created_at)
    values (${p.id}, ${p.teamId}, 'project', ${p.createdAt}) returning id
  ),
  paused as (delete from pauses where team_id = ${p.teamId} and subject_id = ${p.id}),
  checked as (delete from stale_checks where project_id = ${p.id}),
  event as (${recordEvent({
    ...{ actor: p, type: 'project.deleted', subject: 'project', fieldSet: noFieldSet, after: 'gone' },
    snapshot: (row) => raw(`jsonb_build_object('id', ${row}.id)`),
  })})
  select from gone`,
);

/**
 * Deletes an archived project for good. The eraser deletes its tasks soon after, also those in progress, and erases the
 * content of both. Throws NOT_FOUND and NOT_DELETABLE.
 */
export async function deleteProject({
  ctx,
  input: { projectId: id },
}: Call<typeof ProjectTarget>): Promise<void> {
  const { teamId } = ctx.actor;
  await changeRecord(ctx.db, {
    lock: (transaction) => takeLock(transaction, 'projects', id),
    read: (client) => client.project.findFirst({ where: { id, teamId } }),
    decide: ({ archivedAt }) => {
      if (archivedAt) return { type: 'project.deleted', set: {} };
      throw new AppError('NOT_DELETABLE', 'The project is not archived. Archive it first.');
    },
    write: ({ client }: Transaction, { revision }) => client.project.deleteMany({ where: { id, revision } }),
    writeEvent: (transaction, { createdAt }) =>
      queryMany(transaction.sql, writeDeletion, { ...eventActorParams(ctx), id, createdAt }),
  });
  ctx.eraser.wake();
}
