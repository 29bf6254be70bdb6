import type { RevokedSessions } from '@crewboard/contracts';
import type { Transaction } from '@crewboard/db';

/** Of one account: all of its sessions without an `id`. */
type Sessions = { userId: string; id?: string | { not: string } };

/** Ends those of the sessions that have not ended, and counts them. */
export async function endSessions({ client, now }: Transaction, of: Sessions): Promise<RevokedSessions> {
  const { count } = await client.session.updateMany({
    where: { ...of, revokedAt: null, expiresAt: { gt: now } },
    data: { revokedAt: now },
  });
  return { count };
}
