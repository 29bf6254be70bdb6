import { newId } from '@crewboard/db';
import { createAccount, lockNewAccounts } from '../accounts/change-account.ts';
import type { Administered } from '../administration/change-record.ts';
import { createApiKeyIn } from '../api-keys/create-api-key.ts';
import { systemWriter } from '../events/record-event.ts';
import { writeMemberEvent } from '../members/member-row.ts';
import { createTeamRows } from './create-team.ts';

type FirstTeam = {
  team: string;
  owner: { email: string; name: string; passwordHash: string };
  /** The key of INIT_API_KEY. Without it no key is created, because nobody could learn it. */
  apiKey: string | undefined;
};
type Call = { ctx: { db: Administered }; input: FirstTeam };

/**
 * Creates the first team and its owner, an operator, when an installation starts for the first time. Returns null and
 * changes nothing if the database has an account.
 */
export function createFirstTeam({ ctx, input }: Call): Promise<{ teamId: string; projectId: string } | null> {
  const teamId = newId();
  const writer = systemWriter(teamId);
  return ctx.db.administer(async (transaction) => {
    const { client, now } = transaction;
    // If two processes do this at the same time, the second one finds the account of the first.
    await lockNewAccounts(transaction);
    if (await client.user.findFirst({ select: { id: true } })) return null;
    const created = await createTeamRows(writer, transaction, input.team);
    const { id: userId } = await createAccount(transaction, input.owner);
    await client.member.create({ data: { teamId, userId, role: 'owner', createdAt: now } });
    await writeMemberEvent(writer, transaction, { id: userId, type: 'member.added' });
    if (input.apiKey) {
      await createApiKeyIn(transaction, writer, { name: 'First key', token: input.apiKey });
    }
    return created;
  });
}
