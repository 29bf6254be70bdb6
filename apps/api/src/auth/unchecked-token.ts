import { type Expression, raw, type Sql, sql } from '@crewboard/db';

/**
 * The token of an agent that was valid at its last request and is not looked up for this one: the statement of the operation
 * checks it, which saves a round trip. Docs: docs/decisions/0012-batching.md.
 */
export type UncheckedToken = {
  hash: Buffer;
  /** Looks the token up after all. Throws UNAUTHENTICATED when it has ended. */
  check(): Promise<void>;
  /** The statement has found it valid. */
  confirm(): void;
};

/**
 * Operations whose statements change and return nothing for a token that has ended (`withValidToken`). Where one finds
 * nothing, `check` says why before the caller gets a response.
 */
export const tokenCheckingOperations: ReadonlySet<string> = new Set([
  'tasks.claim',
  'tasks.claimNext',
  'tasks.complete',
]);

/** SQL: whether a row of `agents` belongs to an active agent with this token. */
export const isValidToken = (hash: Expression): Sql => sql`agents.status = 'active' and (
        agents.token_hash = ${hash} and (agents.token_expires_at is null or agents.token_expires_at > now())
        or agents.previous_token_hash = ${hash} and agents.previous_token_until > now())`;

/** SQL: the calls whose token was looked up before, or is valid now. They have columns `call_actor_id` and `call_token_hash`. */
export const withValidToken = (calls: Sql): Sql => sql`
    select * from (${calls}) as calls
    where call_token_hash is null or exists (
      select from agents where agents.id = call_actor_id and ${isValidToken(raw('call_token_hash'))}
    )`;
