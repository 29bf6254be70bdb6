import { idempotencyKeyHours } from '@crewboard/contracts';
import { defineStatement, queryOne, raw, sql } from '@crewboard/db';
import { AppError } from '../../errors.ts';
import type { TeamConnection, TeamDatabase, TeamDatabases } from '../../limits/team-databases.ts';

// One request with an Idempotency-Key. Docs: docs/decisions/0010-idempotency-keys.md.

/** The response of an earlier request. The body is encrypted. */
export type KeptResponse = { status: number; body: Buffer };

type KeyRow = {
  requestHash: Buffer;
  stage: string | null;
  status: number | null;
  body: Buffer | null;
};

const retention = `interval '${idempotencyKeyHours} hours'`;

/**
 * Three statements in one round trip. The second never waits, and the third has a snapshot from after it: under the lock,
 * it sees what every earlier request with the key has committed. None of them gives the transaction an id, so the lock
 * of a subject still comes before it.
 */
const beginWith = (keyHash: Buffer): string => `begin;
  select pg_try_advisory_xact_lock('${keyHash.readBigInt64BE()}') as "isLocked";
  select request_hash as "requestHash", stage, status, body from idempotency_keys
  where key_hash = '\\x${keyHash.toString('hex')}' and created_at > clock_timestamp() - ${retention}`;

/** One result for each statement of `beginWith`. */
type BeginResults = [unknown, { rows: [{ isLocked: boolean }] }, { rows: KeyRow[] }];

type StoreParams = {
  keyHash: Buffer;
  requestHash: Buffer;
  /** The stage that an earlier request with the key has reached. */
  reachedStage: string | null;
  stage: string | null;
  status: number | null;
  body: Buffer | null;
};

/** No row: another request has stored something under this key, which is still valid. */
const store = defineStatement<StoreParams, { isStored: true }>(
  (p) => sql`
  insert into idempotency_keys as kept (key_hash, request_hash, stage, status, body)
  values (${p.keyHash}, ${p.requestHash}, ${p.stage}, ${p.status}, ${p.body})
  on conflict (key_hash) do update set request_hash = excluded.request_hash, stage = excluded.stage,
    status = excluded.status, body = excluded.body, created_at = excluded.created_at
  where kept.created_at <= clock_timestamp() - ${raw(retention)} or kept.stage = ${p.reachedStage}::text
  returning true as "isStored"`,
);

export const inProgress = () =>
  new AppError(
    'IDEMPOTENCY_IN_PROGRESS',
    'Another request with this Idempotency-Key is running. Send this one again in a second.',
    { retryAfterS: 1 },
  );

type Options = {
  teamDatabases: TeamDatabases;
  /** Whose share of the connections the request uses. */
  shareOwnerId: string;
  /** SHA-256 of the credential and the key. */
  keyHash: Buffer;
  /** SHA-256 of the operation and its input. */
  requestHash: Buffer;
};

/**
 * Runs a verb on one transaction, which also stores the response. The verb gets it as `ctx.db`.
 *
 * A verb that commits more than once, or waits, gets it as `ctx.keyedRequest` as well: it skips what `reachedStage` says
 * an earlier request has done, and calls `commitStage` after each part; the next query of `db` begins another transaction.
 */
export class KeyedRequest {
  readonly db: TeamDatabase;
  readonly #options: Options;
  #connection: TeamConnection | undefined;
  #reachedStage: string | null = null;
  /** Called after the next commit. */
  #callbacks: (() => void)[] = [];

  constructor(options: Options) {
    this.#options = options;
    const query = async (...args: Parameters<TeamConnection['query']>) =>
      (await this.#continue()).query(...args);
    const queryable = { query: query as unknown as TeamConnection['query'] };
    this.db = { ...queryable, reads: queryable };
  }

  /** What this request or an earlier one with the key has committed before its response; null for nothing. */
  get reachedStage(): string | null {
    return this.#reachedStage;
  }

  /**
   * Begins the transaction, unless an earlier request with the key has responded: then returns its response. Throws
   * IDEMPOTENCY_KEY_REUSED when it was another request, IDEMPOTENCY_IN_PROGRESS when it is running.
   */
  async begin(): Promise<KeptResponse | undefined> {
    const { teamDatabases, shareOwnerId, keyHash, requestHash } = this.#options;
    const connection = await teamDatabases.connect(shareOwnerId);
    this.#connection = connection;
    const results: unknown = await connection.query(beginWith(keyHash));
    const [, { rows: locks }, { rows }] = results as BeginResults;
    const [row] = rows;
    if (row && !row.requestHash.equals(requestHash)) throw reused();
    if (row && row.status !== null && row.body) {
      await this.rollback();
      return { status: row.status, body: row.body };
    }
    if (!locks[0].isLocked) throw inProgress();
    this.#reachedStage = row?.stage ?? null;
    return undefined;
  }

  /**
   * Commits what was done since `begin` and stores that it is done: a repeated request continues behind it. `null` commits
   * without storing anything. The connection is free until the next query.
   */
  async commitStage(stage: string | null): Promise<void> {
    if (stage !== null) {
      if (!(await this.#store({ stage, status: null, body: null }))) throw inProgress();
      this.#reachedStage = stage;
    }
    await this.#commit();
  }

  /**
   * Commits what was done together with the response. Otherwise, another request with the key was faster: rolls back and
   * returns its response. Throws IDEMPOTENCY_IN_PROGRESS when that has none yet.
   */
  async commitResponse(response: KeptResponse): Promise<KeptResponse | undefined> {
    if (await this.#store({ stage: null, ...response })) {
      await this.#commit();
      return undefined;
    }
    await this.rollback();
    const kept = await this.begin();
    if (!kept) throw inProgress();
    return kept;
  }

  /** Calls back after the next commit, unless the transaction is undone: for what others are told of a change. */
  afterCommit(callback: () => void): void {
    this.#callbacks.push(callback);
  }

  /** Ends the transaction, if one is open, and undoes it. Never rejects. */
  async rollback(): Promise<void> {
    this.#callbacks = [];
    const connection = this.#connection;
    this.#connection = undefined;
    await connection?.rollback();
  }

  async #continue(): Promise<TeamConnection> {
    // Another request with the key has responded meanwhile: a repeated one gets its response.
    if (!this.#connection && (await this.begin())) throw inProgress();
    if (!this.#connection) throw new Error('The transaction has no connection');
    return this.#connection;
  }

  async #store(result: Pick<StoreParams, 'stage' | 'status' | 'body'>): Promise<boolean> {
    const { keyHash, requestHash } = this.#options;
    const reachedStage = this.#reachedStage;
    return Boolean(await queryOne(this.db, store, { keyHash, requestHash, reachedStage, ...result }));
  }

  async #commit(): Promise<void> {
    const connection = this.#connection;
    if (!connection) return;
    const { command } = await connection.query('commit');
    if (command !== 'COMMIT') throw new Error('The transaction could not be committed');
    this.#connection = undefined;
    connection.release();
    for (const callback of this.#callbacks.splice(0)) callback();
  }
}

const reused = () =>
  new AppError(
    'IDEMPOTENCY_KEY_REUSED',
    'This Idempotency-Key belongs to another request. Use a new key, or repeat that request unchanged.',
  );
