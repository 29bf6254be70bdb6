import type { ApiKey } from '@crewboard/contracts';
import type { Database } from '@crewboard/db';
import { toApiKey } from './api-key-row.ts';

type Call = { ctx: { db: Database; actor: { teamId: string } } };

/** All keys of the team, the revoked ones included, the oldest first. */
export async function listApiKeys({ ctx }: Call): Promise<ApiKey[]> {
  const keys = await ctx.db.prisma.apiKey.findMany({
    where: { teamId: ctx.actor.teamId },
    omit: { tokenHash: true },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  return keys.map(toApiKey);
}
