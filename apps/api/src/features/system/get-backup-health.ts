import type { BackupHealth } from '@crewboard/contracts';
import { defineStatement, queryOne, sql } from '@crewboard/db';
import type { PersonActor } from '../../auth/actor.ts';
import type { VerbContext } from '../verb-context.ts';

const findOperator = defineStatement<{ userId: string }, object>(
  ({ userId }) => sql`select from users where id = ${userId} and is_operator`,
);

const nothing: BackupHealth = { problem: null, lastBackupAt: null, cause: null };

/** What an operator has to know of the backups that this process can see. Others get nothing. */
export async function getBackupHealth({ ctx }: { ctx: VerbContext<PersonActor> }): Promise<BackupHealth> {
  if (!ctx.backups) return nothing;
  if (!(await queryOne(ctx.db.reads, findOperator, { userId: ctx.actor.id }))) return nothing;
  return ctx.backups.health();
}
