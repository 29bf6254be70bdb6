import { idempotencyKeyHours } from '@crewboard/contracts';
import { defineStatement, type Queryable, queryOne, raw, sql } from '@crewboard/db';

/** The stage of a request whose response was erased, because it contained something that was deleted. */
export const deletedStage = 'deleted';

/** The stage or the response that the last request with an Idempotency-Key has stored. */
export type KeptRequest = {
  requestHash: Buffer;
  stage: string | null;
  response: object | null;
  /** The secret fields of the response, encrypted. */
  sealed: Buffer | null;
};

/** SQL: whether a key has not expired. */
const isInForce = raw(`created_at > clock_timestamp() - interval '${idempotencyKeyHours} hours'`);

const select = defineStatement<{ keyHash: Buffer }, KeptRequest>(
  ({ keyHash }) => sql`
  select request_hash as "requestHash", stage, response, sealed from idempotency_keys
  where key_hash = ${keyHash} and ${isInForce}`,
);

const remove = defineStatement<{ keyHash: Buffer }, object>(
  ({ keyHash }) => sql`delete from idempotency_keys where key_hash = ${keyHash} and not (${isInForce})`,
);

/** Undefined if no request with this key has stored anything, or the key has expired. */
export const findKeptRequest = (db: Queryable, keyHash: Buffer) => queryOne(db, select, { keyHash });

/** Frees an expired key before the clean-up does. */
export const deleteExpiredKey = (db: Queryable, keyHash: Buffer) => queryOne(db, remove, { keyHash });
