import type { Invitation } from '@crewboard/contracts';
import { defineStatement, type Queryable, queryOne, sql } from '@crewboard/db';
import { type Administered, changeRecord } from '../administration/change-record.ts';
import { takeLock } from '../administration/locks.ts';
import { toChanges } from '../administration/write-event.ts';
import type { TeamWriter } from '../events/record-event.ts';
import {
  type InvitationRow,
  invitationRow,
  invitationsWithInviter,
  toInvitation,
  writeInvitationEvent,
} from './invitation-row.ts';

type Call = { ctx: { db: Administered & Queryable } & TeamWriter; input: { invitationId: string } };

const selectInvitation = defineStatement<{ id: string }, InvitationRow>(
  ({ id }) =>
    sql`select ${invitationRow.columns('found')} from ${invitationsWithInviter} as found where id = ${id}`,
);

/** Revokes an invitation: nobody can join by it from now on. Revoking it again changes nothing. Throws NOT_FOUND. */
export async function revokeInvitation({ ctx, input }: Call): Promise<Invitation> {
  const { teamId } = ctx.actor;
  const { invitationId: id } = input;
  const revoked = await changeRecord(ctx.db, {
    // Acceptances take the same lock.
    lock: (transaction) => takeLock(transaction, 'members', teamId),
    read: (client) => client.invitation.findFirst({ where: { id, teamId } }),
    decide: ({ revokedAt }, now) =>
      revokedAt ? 'keep' : { type: 'invitation.revoked', set: { revokedAt: now } },
    write: ({ client }, { revision }, set) =>
      client.invitation.updateMany({ where: { id, revision }, data: { ...set, revision: { increment: 1 } } }),
    writeEvent: (transaction, seen, { type, set }) =>
      writeInvitationEvent(ctx, transaction, { id, type, changes: toChanges(seen, set, ['revokedAt']) }),
  });
  return revoked ?? toInvitation((await queryOne(ctx.db, selectInvitation, { id })) as InvitationRow);
}
