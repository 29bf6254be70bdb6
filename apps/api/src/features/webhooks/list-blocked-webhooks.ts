import { type Database, defineStatement, queryMany, raw, sql } from '@crewboard/db';
import pLimit from 'p-limit';
import { isTeamNotDeleted } from '#src/is-team-not-deleted.ts';
import { readAllowList } from '../../outbound/allow-list.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { teamAllowList } from './allow-rules.ts';

/** The endpoints of one team with the same origin. `allowRule` is the rule that would allow them. */
export type BlockedWebhooks = {
  teamId: string;
  teamName: string;
  /** Without path and query, which are often a secret of the receiver. */
  origin: string;
  count: number;
  allowRule: string;
};

type Row = { teamId: string; teamName: string; origin: string; count: number; teamAllow: string };

const maxOrigins = 2_000;
const maxAtOnce = 32;

const statement = defineStatement<Record<never, never>, Row>(
  () => sql`
  with origins as (
    select team_id, substring(url from '^[A-Za-z]+://[^/?#]+') as origin, count(*)::int as count
    from webhooks where enabled and deleted_at is null and ${isTeamNotDeleted('webhooks.team_id')}
    group by 1, 2 order by 1, 2 limit ${raw(`${maxOrigins}`)}
  )
  select teams.id as "teamId", teams.name as "teamName", origin, count, ${teamAllowList('teams.id')} as "teamAllow"
  from origins join teams on teams.id = team_id where origin is not null order by teams.created_at, teams.id, origin`,
);

type Call = { ctx: { db: Database; outbound: Outbound }; input: { withinMs: number } };

/**
 * The enabled endpoints that the service may not call, for operators: of the first 2,000 origins. Omits endpoints whose
 * host name does not resolve, and those that it has not begun to check within `withinMs`.
 */
export async function listBlockedWebhooks({ ctx, input }: Call): Promise<BlockedWebhooks[]> {
  const rows = await queryMany(ctx.db, statement, {});
  const limit = pLimit(maxAtOnce);
  const endsAt = performance.now() + input.withinMs;
  const checked = await Promise.all(rows.map((row) => limit(() => findBlocked(row))));
  return checked.flatMap((each) => each ?? []);

  async function findBlocked({ teamAllow: allow, ...row }: Row): Promise<BlockedWebhooks | undefined> {
    if (performance.now() > endsAt) return undefined;
    const blocked = await ctx.outbound.checkUrl(row.origin, readAllowList(allow));
    // No rule can allow a URL that is invalid itself.
    return blocked?.allowRule ? { ...row, allowRule: blocked.allowRule } : undefined;
  }
}
