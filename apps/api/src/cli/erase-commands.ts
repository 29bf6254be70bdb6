import { type Database, queryOne, sql } from '@crewboard/db';
import type { Command } from 'commander';
import { eraseAccountAsOperator, listErasures } from '../features/accounts/erase-account.ts';
import { noSuchAccount } from '../features/accounts/erased-account.ts';
import { parseEmail } from './arguments.ts';
import { confirmTyped } from './confirm-typed.ts';
import { withAdminDatabase } from './open-admin-database.ts';
import { jsonOption, print, table } from './print.ts';

type Options = { json?: boolean };
type Target = { id: string } | { email: string };

/** Adds the subcommands of `user` that erase accounts. */
export function addEraseCommands(user: Command): void {
  user
    .command('erase')
    .description(
      'Erase an account: name and e-mail are removed from the database, its history included. Fails for the last owner of a team.',
    )
    .argument('<account>', 'the e-mail address or the id of the account', parseAccount)
    .option('--yes', 'do not ask')
    .addOption(jsonOption())
    .action(async (target: Target, { yes, json }: Options & { yes?: boolean }) => {
      const expected = 'email' in target ? target.email : target.id;
      await confirmTyped({ expected, consequences, isConfirmed: yes });
      const { userId, isNew } = await withAdminDatabase((db) => erase(db, target));
      print(
        json,
        { userId, isNew },
        isNew
          ? [
              `The account ${userId} is gone: its sessions, its memberships, its name and e-mail.`,
              'The service erases them from its history as well, in about two minutes: see user erasures.',
            ]
          : [`The account ${userId} was erased before.`],
      );
    });

  user
    .command('erasures')
    .description('List the accounts that were erased, the first one first. Keep the list apart from backups.')
    .addOption(jsonOption())
    .action(async ({ json }: Options) => {
      const erasures = await withAdminDatabase(listErasures);
      const rows = erasures.map(({ userId, requestedAt, requestedBy, finishedAt }) => [
        ...[userId, requestedAt, requestedBy, finishedAt ?? 'under way'],
      ]);
      print(
        json,
        { erasures },
        table(['ACCOUNT', 'REQUESTED', 'BY', 'FINISHED'], rows, 'No account was erased yet.'),
      );
    });
}

/** Tells e-mail addresses from ids, which have no @. */
const parseAccount = (value: string): Target =>
  value.includes('@') ? { email: parseEmail(value) } : { id: value };

const consequences = [
  'The person is signed out everywhere, leaves all teams, and their open tasks are unassigned.',
  'Name and e-mail are erased from the database, also from its history. This cannot be undone.',
];

/** Erases an account, or finds that it was erased before (`isNew` false), so that the command can be repeated. */
async function erase(db: Database, target: Target): Promise<{ userId: string; isNew: boolean }> {
  const erased = await eraseAccountAsOperator(db, target);
  if (erased) return { ...erased, isNew: true };
  if ('email' in target) throw noSuchAccount(target);
  const before = await queryOne(db, sql`select from account_erasures where user_id = ${target.id}`);
  if (!before) throw noSuchAccount(target);
  return { userId: target.id, isNew: false };
}
