import { type InvitedRole, invitationBounds, invitedRoles } from '@crewboard/contracts';
import { type Command, Option } from 'commander';
import { systemWriter } from '../features/events/record-event.ts';
import { createInvitation } from '../features/invitations/create-invitation.ts';
import { findTeamId, parseUpTo } from './arguments.ts';
import { dashboardUrl, withAdminDatabase } from './open-admin-database.ts';
import { jsonOption, print } from './print.ts';

type Options = { role: InvitedRole; days: number; uses: number; json?: boolean };

export function addInviteCommand(program: Command): void {
  const { maxDays, maxUses } = invitationBounds;
  program
    .command('invite')
    .description(
      'Print a link by which people join a team, with an account of their own. It is shown only once.',
    )
    .argument('<team>', 'the id or name of the team')
    .addOption(
      new Option('--role <role>', 'their role in the team').choices(invitedRoles).makeOptionMandatory(),
    )
    .option('--days <days>', `how long the link works, 1 to ${maxDays}`, parseUpTo(maxDays), 7)
    .option('--uses <people>', `how many people may join by it, 1 to ${maxUses}`, parseUpTo(maxUses), 1)
    .addOption(jsonOption())
    .action(async (team: string, { role, days, uses, json }: Options) => {
      const { secret, ...invitation } = await withAdminDatabase(async (db) => {
        const writer = systemWriter(await findTeamId(db, team));
        const input = { role, expiresInDays: days, maxUses: uses };
        return createInvitation({ ctx: { db, ...writer }, input });
      });
      const link = new URL(`/join#${secret}`, dashboardUrl()).href;
      const people = uses === 1 ? 'One person' : `Up to ${uses} people`;
      print(json, { ...invitation, link }, [
        `Link  ${link}   (shown only once)`,
        `${people} can join by it as ${role}, until ${invitation.expiresAt}.`,
      ]);
    });
}
