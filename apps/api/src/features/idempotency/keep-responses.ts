import {
  defineStatement,
  type Expressions,
  empty,
  type Queryable,
  queryMany,
  raw,
  type Sql,
  sql,
} from '@crewboard/db';
import { type CallParams, type Calls, defineCalls } from '../../batching/define-calls.ts';
import type { VerbContext } from '../verb-context.ts';

// The same as keep-response.ts for the calls of a batch. Docs: docs/decisions/0010-idempotency-keys.md.

/** The Idempotency-Key of a call; nulls without one. */
export type KeyOfCall = { keyHash: Buffer | null; requestHash: Buffer | null; keyStage: string | null };

const keyTypes = { keyHash: 'bytea', requestHash: 'bytea', keyStage: 'text' };

export const toKeyOfCall = ({ keyedRequest }: VerbContext): KeyOfCall => ({
  keyHash: keyedRequest?.keyHash ?? null,
  requestHash: keyedRequest?.requestHash ?? null,
  keyStage: keyedRequest?.stage ?? null,
});

/** SQL: the columns of a call that store its response. */
export const keyColumns = raw('call_key_hash, call_request_hash, call_key_stage');

type KeepOptions = {
  /** The requests may have reached stages, which the responses replace. */
  replacesStages?: true;
};

/**
 * SQL: a last CTE that stores the `response`, as json, of each row in `from` whose call has a key. Empty in the
 * statement of calls without keys.
 */
export type KeepResponses = (response: Sql, from: Sql, options?: KeepOptions) => Sql;

/** In the order of the keys, as they are inserted. */
const deleteStages = (from: Sql): Sql => sql`,
  replaced as (
    delete from idempotency_keys using (
      select key_hash from idempotency_keys
      where (key_hash, request_hash) in (select call_key_hash, call_request_hash from ${from}) and stage is not null
      order by key_hash for update
    ) as reached where idempotency_keys.key_hash = reached.key_hash
    returning reached.key_hash
  )`;

/** In the order of the keys, so that two batches cannot wait for each other. The count only orders the CTEs. */
const keepResponses: KeepResponses = (
  response,
  from,
  { replacesStages } = {},
) => sql`${replacesStages ? deleteStages(from) : empty},
  kept as (
    insert into idempotency_keys (key_hash, request_hash, stage, response)
    select ${keyColumns}, case when call_key_stage is null then ${response} end
    from ${from} where call_key_hash is not null
      and ${raw(replacesStages ? '(select count(*) from replaced) >= 0' : 'true')}
    order by call_key_hash
  )`;

type Types<Call> = { readonly [Field in Exclude<keyof Call & string, keyof KeyOfCall>]: string };

/**
 * Composes the statement of a batch twice, from the SQL types of the fields of a call: for calls without keys and with
 * some. `query` sends the calls with the one that they need.
 */
export function defineKeyedCalls<Call extends KeyOfCall, Row extends object, Others extends object = object>(
  types: Types<Call>,
  compose: (params: Expressions<CallParams<Call> & Others>, calls: Calls<Call>, keep: KeepResponses) => Sql,
) {
  const define = (calls: Calls<Call>, keep: KeepResponses) => ({
    calls,
    statement: defineStatement<CallParams<Call> & Others, Row>((params) => compose(params, calls, keep)),
  });
  const plain = define(defineCalls<Call>(types as never), () => empty);
  const keyed = define(defineCalls<Call>({ ...types, ...keyTypes } as never), keepResponses);
  return {
    plain: plain.statement,
    query(db: Queryable, sent: readonly Call[], others: Others): Promise<Row[]> {
      const { calls, statement } = sent.some(({ keyHash }) => keyHash !== null) ? keyed : plain;
      return queryMany(db, statement, { ...calls.toParams(sent), ...others });
    },
  };
}
