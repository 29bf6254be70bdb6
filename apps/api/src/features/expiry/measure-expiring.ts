import { expiryWarningDays } from '@crewboard/contracts';
import { defineStatement, type Queryable, queryOne, raw, sql } from '@crewboard/db';

const soon = raw(`now() and now() + interval '${Math.max(...expiryWarningDays)} days'`);

/** Tokens of active agents and team API keys that expire within 14 days. */
export type Expiring = { agents: number; keys: number };

/** By indexes that have only what expires. */
const statement = defineStatement<object, Expiring>(
  () => sql`
  select (select count(*)::int from agents where token_expires_at between ${soon} and status = 'active') as agents,
    (select count(*)::int from api_keys where expires_at between ${soon} and revoked_at is null) as keys`,
);

export const measureExpiring = async (db: Queryable): Promise<Expiring> =>
  (await queryOne(db, statement, {})) ?? { agents: 0, keys: 0 };
