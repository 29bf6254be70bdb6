import { expiryWarningDays } from '@crewboard/contracts';
import { defineStatement, type Queryable, queryOne, raw, sql } from '@crewboard/db';
import { isTeamNotDeleted } from '#src/is-team-not-deleted.ts';

/** SQL: the bounds of `between`. */
const warningPeriod = raw(`now() and now() + interval '${Math.max(...expiryWarningDays)} days'`);

/** The numbers of tokens of active agents, and of team API keys, that expire within 14 days. */
export type Expiring = { agents: number; keys: number };

/** Uses indexes that contain only credentials with an expiry. */
const statement = defineStatement<object, Expiring>(
  () => sql`
  select (select count(*)::int from agents where token_expires_at between ${warningPeriod} and status = 'active'
      and ${isTeamNotDeleted('agents.team_id')}) as agents,
    (select count(*)::int from api_keys where expires_at between ${warningPeriod} and revoked_at is null
      and ${isTeamNotDeleted('api_keys.team_id')}) as keys`,
);

/** The credentials of all teams that expire soon, for metrics and `admin doctor`. */
export const measureExpiring = async (db: Queryable): Promise<Expiring> =>
  (await queryOne(db, statement, {})) ?? { agents: 0, keys: 0 };
