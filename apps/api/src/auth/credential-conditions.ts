import { type Expression, raw, type Sql, sql } from '@crewboard/db';
import { isTeamNotDeleted } from '../is-team-not-deleted.ts';

// SQL: whether a credential is valid now. The statements that authenticate requests, those that check an unchecked
// token themselves, and those that end streams share these conditions.

const isTokenCurrent = sql`(agents.token_expires_at is null or agents.token_expires_at > now())`;
const isPreviousTokenCurrent = sql`agents.previous_token_until > now()`;
/** SQL: whether the agent is active and its team not deleted. */
const mayUseTokens = sql`agents.status = 'active' and ${isTeamNotDeleted('agents.team_id')}`;

/** SQL: whether an agent may use its token. */
export const isTokenInForce = sql`${isTokenCurrent} and ${mayUseTokens}`;
/** SQL: whether an agent may still use the token that its last rotation replaced. */
export const isPreviousTokenInForce = sql`${isPreviousTokenCurrent} and ${mayUseTokens}`;

/** SQL: whether a row of `agents` belongs to an agent that may use this token. */
export const isValidToken = (hash: Expression): Sql => sql`((agents.token_hash = ${hash} and ${isTokenCurrent}
      or agents.previous_token_hash = ${hash} and ${isPreviousTokenCurrent}) and ${mayUseTokens})`;

type TokenCall = { actorId: Expression; tokenHash: Expression };

/** SQL: whether the token was looked up before (its hash is null), or is valid now. */
export const hasValidToken = ({ actorId, tokenHash }: TokenCall): Sql => sql`(
      ${tokenHash}::bytea is null
      or exists (select from agents where agents.id = ${actorId} and ${isValidToken(tokenHash)})
    )`;

/** SQL: the calls whose token is valid. `calls` has the columns `call_actor_id` and `call_token_hash`. */
export const selectCallsWithValidToken = (calls: Sql): Sql => sql`
    select * from (${calls}) as calls
    where ${hasValidToken({ actorId: raw('call_actor_id'), tokenHash: raw('call_token_hash') })}`;

/** SQL: whether a row of `api_keys` is a key that may be used. */
export const isKeyInForce = sql`api_keys.revoked_at is null
      and (api_keys.expires_at is null or api_keys.expires_at > now()) and ${isTeamNotDeleted('api_keys.team_id')}`;

/** SQL: whether a row of `sessions` has not ended. */
export const isSessionInForce = raw('sessions.revoked_at is null and sessions.expires_at > now()');
