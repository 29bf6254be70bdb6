import type { MemberRole } from '@crewboard/contracts';
import { type Command, Option } from 'commander';
import { revokeAllSessions } from '../features/accounts/revoke-sessions.ts';
import { removeMember } from '../features/members/remove-member.ts';
import { setMemberRole } from '../features/members/set-member-role.ts';
import { findMember, parseEmail } from './arguments.ts';
import { withAdminDatabase } from './open-admin-database.ts';
import { print } from './print.ts';

type Options = { json?: boolean };
type MemberOptions = Options & { team: string };

export const roleOption = () =>
  new Option('--role <role>', 'what the person may do')
    .choices(['owner', 'admin', 'member', 'viewer'])
    .makeOptionMandatory();

const forOperator = (teamId: string) => ({
  actor: { kind: 'system', id: null, teamId } as const,
  requestId: null,
});

/** Adds the commands about accounts that exist to `user`. */
export function addMemberCommands(user: Command): void {
  const command = (parent: Command, name: string, description: string) =>
    parent
      .command(name)
      .description(description)
      .argument('<email>', 'the e-mail address of the account', parseEmail)
      .option('--json', 'print one JSON object and nothing else');

  command(user, 'set-role', 'Give a member of a team another role. The last owner stays one.')
    .requiredOption('--team <team>', 'the id or name of the team')
    .addOption(roleOption())
    .action(async (email: string, { team, role, json }: MemberOptions & { role: MemberRole }) => {
      const member = await withAdminDatabase(async (db) => {
        const { teamId, userId } = await findMember(db, team, email);
        await setMemberRole({ ctx: { db, ...forOperator(teamId) }, input: { userId, role } });
        return { userId, teamId, email, role };
      });
      print(json, member, [`${email} is ${role} of the team.`]);
    });

  command(user, 'remove', 'Take a person out of a team. The account and its other teams stay.')
    .requiredOption('--team <team>', 'the id or name of the team')
    .action(async (email: string, { team, json }: MemberOptions) => {
      const removed = await withAdminDatabase(async (db) => {
        const { teamId, userId } = await findMember(db, team, email);
        await removeMember({ ctx: { db, ...forOperator(teamId) }, input: { userId } });
        return { userId, teamId, email };
      });
      print(json, removed, [
        `${email} is no member of the team any more.`,
        'API keys of the team that the person may know are not revoked: key list, key revoke.',
      ]);
    });

  const sessions = user.command('sessions').description('End the sessions of an account.');
  command(sessions, 'revoke', 'End all sessions of an account. The password stays as it is.').action(
    async (email: string, { json }: Options) => {
      const { count } = await withAdminDatabase((db) => revokeAllSessions({ ctx: { db }, input: { email } }));
      print(json, { email, count }, [`Ended ${count} ${count === 1 ? 'session' : 'sessions'} of ${email}.`]);
    },
  );
}
