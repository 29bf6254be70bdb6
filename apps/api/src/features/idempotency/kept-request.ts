import { idempotencyKeyHours } from '@crewboard/contracts';
import { defineStatement, type Queryable, queryOne, raw, sql } from '@crewboard/db';

/** In place of a response that had what was deleted since. */
export const deletedStage = 'deleted';

/** What was kept of a request with an Idempotency-Key: a stage, or the response. */
export type KeptRequest = {
  requestHash: Buffer;
  stage: string | null;
  response: object | null;
  /** The secret fields of the response, encrypted. */
  sealed: Buffer | null;
};

/** SQL: the condition on rows of `idempotency_keys` that are in force. */
const isInForce = raw(`created_at > clock_timestamp() - interval '${idempotencyKeyHours} hours'`);

const select = defineStatement<{ keyHash: Buffer }, KeptRequest>(
  ({ keyHash }) => sql`
  select request_hash as "requestHash", stage, response, sealed from idempotency_keys
  where key_hash = ${keyHash} and ${isInForce}`,
);

const remove = defineStatement<{ keyHash: Buffer }, object>(
  ({ keyHash }) => sql`delete from idempotency_keys where key_hash = ${keyHash} and not (${isInForce})`,
);

/** What the last request with this key has left; undefined for nothing. */
export const findKeptRequest = (db: Queryable, keyHash: Buffer) => queryOne(db, select, { keyHash });

/** Frees a key whose 24 hours are over, before the clean-up does. */
export const deleteExpiredKey = (db: Queryable, keyHash: Buffer) => queryOne(db, remove, { keyHash });
