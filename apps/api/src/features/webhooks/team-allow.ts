import { raw, type Sql } from '@crewboard/db';

/**
 * SQL: the destinations that the team with this id, an SQL expression, may reach besides public addresses: one text in
 * the form of WEBHOOK_ALLOW, as `readAllowList` reads it.
 */
export const teamAllow = (teamId: string): Sql =>
  raw(`(select coalesce(string_agg(destination, ','), '') from webhook_allow_rules
    where team_id = ${teamId} and (expires_at is null or expires_at > now()))`);
