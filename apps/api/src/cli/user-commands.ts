import { randomInt } from 'node:crypto';
import type { MemberRole } from '@crewboard/contracts';
import { queryMany, sql } from '@crewboard/db';
import type { Command } from 'commander';
import { teamsOf } from '../features/accounts/account-row.ts';
import { createUser } from '../features/accounts/create-user.ts';
import { isNotErased } from '../features/accounts/erased-account.ts';
import { resetPassword } from '../features/accounts/reset-password.ts';
import { findTeamId, parseEmail, parseName } from './arguments.ts';
import { addEraseCommands } from './erase-commands.ts';
import { addMemberCommands, roleOption } from './member-commands.ts';
import { withAdminDatabase } from './open-admin-database.ts';
import { jsonOption, print, table } from './print.ts';

type Options = { json?: boolean };
type User = {
  id: string;
  email: string;
  name: string;
  createdAt: string;
  teams: { id: string; name: string; role: MemberRole }[];
};
type CreateOptions = Options & { team: string; role: MemberRole; name?: string };

/** 32 characters, without 0, 1, l and o, which look alike. */
const passwordAlphabet = 'abcdefghijkmnpqrstuvwxyz23456789';

/** A password of four groups of five characters: 100 random bits that are easy to type. */
function generatePassword(): string {
  const group = () =>
    Array.from({ length: 5 }, () => passwordAlphabet.charAt(randomInt(passwordAlphabet.length))).join('');
  return [group(), group(), group(), group()].join('-');
}

const selectUsers = sql`
  select id, email, name, created_at as "createdAt", ${teamsOf('users.id')} as teams
  from users where ${isNotErased} order by created_at, id`;

export function addUserCommands(program: Command): void {
  const user = program
    .command('user')
    .description('Create accounts and manage roles, passwords and sessions.');

  user
    .command('create')
    .description(
      'Create an account in a team and print its password, which is shown only once. An existing account joins the team.',
    )
    .argument('<email>', 'the e-mail address to sign in with', parseEmail)
    .requiredOption('--team <team>', 'the id or name of the team')
    .addOption(roleOption())
    .option('--name <name>', 'the display name (default: the part of the address before the @)', parseName)
    .addOption(jsonOption())
    .action(async (email: string, { team, role, name, json }: CreateOptions) => {
      const password = generatePassword();
      const displayName = name ?? email.split('@')[0] ?? email;
      const created = await withAdminDatabase(async (db) => {
        const teamId = await findTeamId(db, team);
        const input = { teamId, email, name: displayName, role, password };
        return { teamId, ...(await createUser({ ctx: { db }, input })) };
      });
      const { userId, teamId, isNew, isOperator } = created;
      const secret = isNew ? password : null;
      print(json, { userId, teamId, email, role, isOperator, password: secret }, [
        `Account   ${email}, ${role}${isOperator ? ', operator of this installation' : ''}`,
        isNew
          ? `Password  ${password}   (shown only once)`
          : 'Password  unchanged: the account already exists',
      ]);
    });

  user
    .command('list')
    .description('List the accounts with their teams and roles, oldest first.')
    .addOption(jsonOption())
    .action(async ({ json }: Options) => {
      const users = await withAdminDatabase((db) => queryMany<User>(db, selectUsers));
      const rows = users.map(({ email, createdAt, name, teams }) => {
        return [email, createdAt, name, teams.map((team) => `${team.name} (${team.role})`).join(', ')];
      });
      print(
        json,
        { users },
        table(['E-MAIL', 'CREATED', 'NAME', 'TEAMS'], rows, 'No accounts yet. Create one with: user create'),
      );
    });

  user
    .command('reset-password')
    .description('Set a new password, print it once, and end all sessions of the account.')
    .argument('<email>', 'the e-mail address of the account', parseEmail)
    .addOption(jsonOption())
    .action(async (email: string, { json }: Options) => {
      const password = generatePassword();
      await withAdminDatabase((db) => resetPassword({ ctx: { db }, input: { email, password } }));
      print(json, { email, password }, [`Password  ${password}   (shown only once)`]);
    });

  addMemberCommands(user);
  addEraseCommands(user);
}
