import type { BackupHealth } from '@crewboard/contracts';
import { defineStatement, queryOne, sql } from '@crewboard/db';
import type { PersonActor } from '../../auth/actor.ts';
import type { VerbContext } from '../verb-context.ts';

const findOperator = defineStatement<{ userId: string }, object>(
  ({ userId }) => sql`select from users where id = ${userId} and is_operator`,
);

const noProblem: BackupHealth = { problem: null, lastBackupAt: null, cause: null };

/** The state of the backups that this process can see, for the dashboard of operators. Other people get no problem. */
export async function getBackupHealth({ ctx }: { ctx: VerbContext<PersonActor> }): Promise<BackupHealth> {
  if (!ctx.backups) return noProblem;
  if (!(await queryOne(ctx.db.reads, findOperator, { userId: ctx.actor.id }))) return noProblem;
  return ctx.backups.health();
}
