import { invalid } from '../../errors.ts';
import { readAllowList } from '../../outbound/allow-list.ts';
import type { VerbContext } from '../verb-context.ts';
import { teamAllow } from './allow-rule-row.ts';

const statement = `select ${teamAllow('$1')} as "teamAllow"`;

/** Rejects a URL that the caller's team may not call. Every connect vets the addresses of its host name again. */
export async function assertUrl({ actor, db, outbound }: VerbContext, url: string): Promise<void> {
  const { rows } = await db.pool.query<{ teamAllow: string }>(statement, [actor.teamId]);
  const blocked = await outbound.checkUrl(url, readAllowList(rows[0]?.teamAllow ?? ''));
  if (!blocked) return;
  const { reason, allowRule } = blocked;
  const command = `npm run -s admin -- webhook-allow ${actor.teamId} ${allowRule}`;
  const remedy = allowRule ? `. To allow it, an operator runs \`${command}\`` : '';
  throw invalid([{ path: 'url', message: `${reason}${remedy}` }]);
}
