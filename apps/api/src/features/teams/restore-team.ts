import type { RestoreTeam } from '@crewboard/contracts';
import { defineStatement, type Queryable, queryMany, queryOne, sql, type Transaction } from '@crewboard/db';
import type { PersonActor } from '../../auth/actor.ts';
import { notFound } from '../../errors.ts';
import type { Administered } from '../administration/change-record.ts';
import { takeLock } from '../administration/locks.ts';
import { systemWriter, type TeamWriter } from '../events/record-event.ts';
import type { Call } from '../verb-context.ts';
import { writeTeamEvent } from './team-row.ts';

/**
 * `removeTeams` locks the same row, so a team is either restored or removed: `clock_timestamp()` is the time after the
 * wait for the lock, unlike `now()`. Moves `failing_since` of webhooks: the time for which the team was deleted does
 * not count as failing.
 */
const undoDeletion = defineStatement<{ teamId: string }, { teamId: string }>(
  ({ teamId }) => sql`
  with restored as (
    delete from team_deletions where team_id = ${teamId} and gone_at > clock_timestamp()
    returning team_id, deleted_at
  ),
  webhooks_shifted as (
    update webhooks set failing_since = failing_since + (clock_timestamp() - restored.deleted_at)
    from restored where webhooks.team_id = restored.team_id and failing_since is not null
  )
  select team_id as "teamId" from restored`,
);

/** Restores a deleted team of which the caller is an owner. Throws NOT_FOUND, also once it is gone for good. */
export function restoreTeam({
  ctx,
  input: { teamId },
}: Call<typeof RestoreTeam, PersonActor>): Promise<void> {
  const { id } = ctx.actor;
  return ctx.db.administer(async (transaction) => {
    const where = { teamId_userId: { teamId, userId: id }, role: 'owner' } as const;
    const assertOwner = async () => {
      if (!(await transaction.client.member.findUnique({ where }))) throw notFound();
    };
    // Checked before the lock as well: a caller must not make another team wait for it.
    await assertOwner();
    // The lock of changes of roles: the caller stays an owner until the team is restored.
    await takeLock(transaction, 'members', teamId);
    await assertOwner();
    const writer = { actor: { kind: 'member', id, teamId }, requestId: ctx.requestId } as const;
    if (!(await restoreNow(writer, transaction))) throw notFound();
  });
}

/** Restores a deleted team for the command line. False if no such team can be restored. */
export const restoreTeamAsOperator = (db: Administered, teamId: string): Promise<boolean> =>
  db.administer(async (transaction) => {
    await takeLock(transaction, 'members', teamId);
    return restoreNow(systemWriter(teamId), transaction);
  });

type DeletedTeam = { id: string; name: string; deletedAt: string; goneAt: string };

/** The deleted teams for the command line, in the order in which they will be removed. */
export const listDeletedTeams = (db: Queryable): Promise<DeletedTeam[]> =>
  queryMany<DeletedTeam>(
    db,
    sql`select id, name, deleted_at as "deletedAt", gone_at as "goneAt"
      from team_deletions join teams on teams.id = team_id order by gone_at, id`,
  );

async function restoreNow(writer: TeamWriter, transaction: Transaction): Promise<boolean> {
  const { teamId } = writer.actor;
  if (!(await queryOne(transaction.sql, undoDeletion, { teamId }))) return false;
  await writeTeamEvent(writer, transaction, { id: teamId, type: 'team.restored' });
  return true;
}
