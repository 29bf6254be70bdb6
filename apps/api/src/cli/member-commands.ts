import { type MemberRole, memberRoles } from '@crewboard/contracts';
import { type Command, Option } from 'commander';
import { revokeAllSessions } from '../features/accounts/revoke-sessions.ts';
import { systemWriter } from '../features/events/record-event.ts';
import { removeMember } from '../features/members/remove-member.ts';
import { setMemberRole } from '../features/members/set-member-role.ts';
import { findMember, parseEmail } from './arguments.ts';
import { withAdminDatabase } from './open-admin-database.ts';
import { jsonOption, print } from './print.ts';

type Options = { json?: boolean };
type MemberOptions = Options & { team: string };

export const roleOption = () =>
  new Option('--role <role>', 'the role in the team').choices(memberRoles).makeOptionMandatory();

/** Adds the subcommands of `user` that change an existing account. */
export function addMemberCommands(user: Command): void {
  const command = (parent: Command, name: string, description: string) =>
    parent
      .command(name)
      .description(description)
      .argument('<email>', 'the e-mail address of the account', parseEmail)
      .addOption(jsonOption());

  command(
    user,
    'set-role',
    'Change the role of a member of a team. Fails for the last owner: make someone else an owner first.',
  )
    .requiredOption('--team <team>', 'the id or name of the team')
    .addOption(roleOption())
    .action(async (email: string, { team, role, json }: MemberOptions & { role: MemberRole }) => {
      const member = await withAdminDatabase(async (db) => {
        const { teamId, userId } = await findMember(db, team, email);
        await setMemberRole({ ctx: { db, ...systemWriter(teamId) }, input: { userId, role } });
        return { userId, teamId, email, role };
      });
      print(json, member, [`${email} now has the role ${role} in the team.`]);
    });

  command(user, 'remove', 'Remove a member from a team. The account and its other memberships stay.')
    .requiredOption('--team <team>', 'the id or name of the team')
    .action(async (email: string, { team, json }: MemberOptions) => {
      const removed = await withAdminDatabase(async (db) => {
        const { teamId, userId } = await findMember(db, team, email);
        await removeMember({ ctx: { db, ...systemWriter(teamId) }, input: { userId } });
        return { userId, teamId, email };
      });
      print(json, removed, [
        `${email} is no longer a member of the team.`,
        'API keys of the team stay valid, and the person may know them: see key list and key revoke.',
      ]);
    });

  const sessions = user.command('sessions').description('End the sessions of an account.');
  command(sessions, 'revoke', 'End all sessions of an account. The password does not change.').action(
    async (email: string, { json }: Options) => {
      const { count } = await withAdminDatabase((db) => revokeAllSessions({ ctx: { db }, input: { email } }));
      print(json, { email, count }, [`Ended ${count} ${count === 1 ? 'session' : 'sessions'} of ${email}.`]);
    },
  );
}
