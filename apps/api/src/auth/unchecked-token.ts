import { type Expression, raw, type Sql, sql } from '@crewboard/db';
import { isTeamThere } from '../is-team-there.ts';

/**
 * The token of an agent that was valid at an earlier request. Saves a round trip: the statement of the operation checks
 * the token, instead of a look-up before it. Docs: docs/decisions/0001-read-decide-write.md.
 */
export class UncheckedToken {
  readonly #hash: Buffer;
  readonly #lookUp: () => Promise<void>;
  readonly #onConfirm: () => void;
  #checked: Promise<void> | undefined;
  #isValid = false;

  /** `lookUp` throws UNAUTHENTICATED for a token that has ended. */
  constructor(hash: Buffer, { lookUp, onConfirm }: { lookUp: () => Promise<void>; onConfirm: () => void }) {
    this.#hash = hash;
    this.#lookUp = lookUp;
    this.#onConfirm = onConfirm;
  }

  /** The hash of the token of the request, also after the token was found valid. */
  get presentedHash(): Buffer {
    return this.#hash;
  }

  /**
   * The hash that the next statement must check; null once the token was found valid, which is enough for the request.
   */
  get hash(): Buffer | null {
    return this.#isValid ? null : this.#hash;
  }

  /** Call it when a statement that checks the token has returned a row. */
  confirm(): void {
    if (this.#checked) return;
    this.#checked = Promise.resolve();
    this.#isValid = true;
    this.#onConfirm();
  }

  /** Looks the token up, once, unless a statement has found it valid. Throws UNAUTHENTICATED if it has ended. */
  check(): Promise<void> {
    this.#checked ??= this.#lookUp().then(() => {
      this.#isValid = true;
    });
    return this.#checked;
  }
}

const isTokenCurrent = sql`(agents.token_expires_at is null or agents.token_expires_at > now())`;
const isPreviousTokenCurrent = sql`agents.previous_token_until > now()`;
/** SQL: whether the agent is active and its team not deleted. */
const mayUseTokens = sql`agents.status = 'active' and ${isTeamThere('agents.team_id')}`;

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
