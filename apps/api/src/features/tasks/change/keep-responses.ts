import { raw, type Sql, sql } from '@crewboard/db';
import type { KeyedRequest } from '../../idempotency/keep-response.ts';

// Statements for many calls store the responses of calls with an Idempotency-Key (`idempotency/keep-response`: for one
// call). Docs: docs/decisions/0010-idempotency-keys.md.

/** The JSON columns of a call. Hashes are hexadecimal. */
export const keyTypes = {
  ...{ key_hash: 'text', request_hash: 'text', replaces_stage: 'bool' },
  ...{ stage: 'text', response: 'json' },
};

export const toKeyColumns = (
  { keyHash, requestHash, reachedStage, stage }: KeyedRequest,
  response: object | null,
) => ({
  key_hash: keyHash.toString('hex'),
  request_hash: requestHash.toString('hex'),
  replaces_stage: reachedStage !== null,
  ...(stage ? { stage } : { response }),
});

/**
 * SQL: the last CTEs, which store the response of each call in `written` that has a key. It replaces the stage that the
 * request has reached before. Rows are locked in the order of the keys, so that two batches cannot deadlock. `select
 * count(*)` only makes the insertion wait for the deletion.
 */
export const keepResponses = (response: Sql = raw('response')): Sql => sql`,
  replaced as (
    delete from idempotency_keys using (
      select idempotency_keys.key_hash from idempotency_keys join written
        on idempotency_keys.key_hash = decode(written.key_hash, 'hex')
          and idempotency_keys.request_hash = decode(written.request_hash, 'hex')
      where replaces_stage and idempotency_keys.stage is not null
      order by idempotency_keys.key_hash for update of idempotency_keys
    ) as reached where idempotency_keys.key_hash = reached.key_hash
    returning reached.key_hash
  ),
  kept as (
    insert into idempotency_keys (key_hash, request_hash, stage, response)
    select decode(key_hash, 'hex'), decode(request_hash, 'hex'), stage, case when stage is null then ${response} end
    from written where key_hash is not null and (select count(*) from replaced) >= 0
    order by key_hash
  )`;
