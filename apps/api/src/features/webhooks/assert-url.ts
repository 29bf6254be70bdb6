import { defineStatement, queryOne, sql } from '@crewboard/db';
import { invalid } from '../../errors.ts';
import { readAllowList } from '../../outbound/allow-list.ts';
import type { VerbContext } from '../verb-context.ts';
import { teamAllowList } from './allow-rules.ts';

const statement = defineStatement<{ teamId: string }, { teamAllow: string }>(
  ({ teamId }) => sql`
  select ${teamAllowList('team.id')} as "teamAllow" from (select ${teamId}::text as id) as team`,
);

/**
 * Rejects a URL that the caller's team may not call, so that its author sees the reason at once. Each delivery checks
 * the addresses of the host name again. The lookup of the name can take 2 s. Throws VALIDATION_ERROR.
 */
export async function assertUrl(ctx: VerbContext, url: string): Promise<void> {
  const { actor, outbound } = ctx;
  const team = await queryOne(ctx.db, statement, { teamId: actor.teamId });
  const blocked = await outbound.checkUrl(url, readAllowList(team?.teamAllow ?? ''));
  if (!blocked) return;
  const { reason, allowRule } = blocked;
  const command = `npm run -s admin -- webhook-allow ${actor.teamId} ${allowRule}`;
  const remedy = allowRule ? `. To allow it, an operator runs \`${command}\`` : '';
  throw invalid([{ path: 'url', message: `${reason}${remedy}` }]);
}
