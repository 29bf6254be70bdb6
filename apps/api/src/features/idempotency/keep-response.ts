import {
  defineStatement,
  type Expressions,
  empty,
  type Queryable,
  queryOne,
  type Sql,
  type Statement,
  sql,
} from '@crewboard/db';

// The statement of a verb also stores the response under the Idempotency-Key of the request, so that both commit
// together. Docs: docs/decisions/0010-idempotency-keys.md.

/** A request with an Idempotency-Key. */
export type KeyedRequest = {
  /** SHA-256 of the credential and the key. */
  keyHash: Buffer;
  /** SHA-256 of the operation and its input. */
  requestHash: Buffer;
  /** The stage that an earlier request with the key has committed before its response; null without one. */
  reachedStage: string | null;
  /**
   * Stored instead of the response, because the verb will commit once more. Only claim-next has a stage: it has
   * completed a task and claims the next. `keepResponse` and changes of tasks can store it; a keyed statement cannot.
   */
  stage?: string;
  /** Encrypts the secret fields of the response. */
  seal: (secrets: object) => Buffer;
};

type KeyParams = { keyHash: Buffer; requestHash: Buffer; sealed: Buffer | null };

/**
 * SQL: the last CTE, with its comma, which stores the json `response` of the row in `from`. Without a row, there is no
 * success to store. Empty in the statement for requests without a key.
 */
type KeptResponse = (response: Sql, from: Sql) => Sql;

type KeyedStatement<Params, Row> = {
  plain: Statement<Params, Row>;
  keyed: Statement<Params & KeyParams, Row>;
};

const insertResponse = defineStatement<
  { keyHash: Buffer; requestHash: Buffer; stage: string | null; response: string | null },
  object
>(
  (p) => sql`
  insert into idempotency_keys (key_hash, request_hash, stage, response)
  values (${p.keyHash}, ${p.requestHash}, ${p.stage}, ${p.response}::json)`,
);

/** Stores the response of a request that changes nothing. Throws the unique violation as `queryKeyed` does. */
export async function keepResponse(
  db: Queryable,
  { keyHash, requestHash, stage }: KeyedRequest,
  response: object,
): Promise<void> {
  const kept = stage ? null : JSON.stringify(response);
  await queryOne(db, insertResponse, { keyHash, requestHash, stage: stage ?? null, response: kept });
}

/** Composes the statement of a change twice: for requests without and with an Idempotency-Key. */
export function defineKeyedStatement<Params extends object, Row extends object>(
  compose: (parameters: Expressions<Params>, keptResponse: KeptResponse) => Sql,
): KeyedStatement<Params, Row> {
  return {
    plain: defineStatement((p) => compose(p, () => empty)),
    keyed: defineStatement((p) =>
      compose(
        p,
        (response, from) => sql`,
  kept as (
    insert into idempotency_keys (key_hash, request_hash, response, sealed)
    select ${p.keyHash}, ${p.requestHash}, ${response}, ${p.sealed} from ${from}
  )`,
      ),
    ),
  };
}

/**
 * Runs the statement and returns its first row, if any. `secrets`: the fields of the response that no table has, stored
 * encrypted. Throws the unique violation if another request with the key was faster: then nothing has changed.
 */
export function queryKeyed<Params extends object, Row extends object>(
  { db, keyedRequest }: { db: Queryable; keyedRequest?: KeyedRequest | undefined },
  { plain, keyed }: KeyedStatement<Params, Row>,
  params: NoInfer<Params>,
  { secrets }: { secrets?: object | undefined } = {},
): Promise<Row | undefined> {
  if (!keyedRequest) return queryOne(db, plain, params);
  const { keyHash, requestHash, seal } = keyedRequest;
  return queryOne(db, keyed, { ...params, keyHash, requestHash, sealed: secrets ? seal(secrets) : null });
}
