import { idempotencyKeyHours } from '@crewboard/contracts';
import { defineStatement, queryOne, raw, sql } from '@crewboard/db';
import { AppError } from '../../errors.ts';
import type { TeamConnection, TeamDatabase, TeamDatabases } from '../../limits/team-databases.ts';

// One request with an Idempotency-Key. Docs: docs/decisions/0010-idempotency-keys.md.

/** The response of an earlier request. The body is encrypted. */
type KeptResponse = { status: number; body: Buffer };

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
 * Runs a verb on one transaction, which also stores the response. The verb gets it as `ctx.db`; its first query begins
 * the transaction. `reads` are the ordinary ones of the team.
 *
 * A verb that commits more than once, or waits, gets it as `ctx.keyedRequest` as well: it skips what `reachedStage` says
 * an earlier request has done, and calls `commitStage` after each part and before it waits; the next query of `db` begins
 * another transaction.
 */
export class KeyedRequest {
  readonly db: TeamDatabase;
  readonly #options: Options;
  /** Rejects for good where it could not begin, so that a verb that goes on cannot write outside of it. */
  #transaction: Promise<TeamConnection> | undefined;
  #earlierResponse: KeptResponse | undefined;
  #reachedStage: string | null = null;
  /** Called after the next commit. */
  #callbacks: (() => void)[] = [];

  constructor(options: Options) {
    this.#options = options;
    const query = async (...args: Parameters<TeamConnection['query']>) => {
      const connection = await this.#connect();
      return connection.query(...args);
    };
    const { reads } = options.teamDatabases.of(options.shareOwnerId);
    this.db = { query: query as unknown as TeamConnection['query'], reads };
  }

  /** What this request or an earlier one has committed before its response; null for nothing, and before `begin`. */
  get reachedStage(): string | null {
    return this.#reachedStage;
  }

  /** The response of another request with the key, because of which this one was undone or has done nothing. */
  get earlierResponse(): KeptResponse | undefined {
    return this.#earlierResponse;
  }

  /**
   * Begins the transaction, as the first query does: for verbs that read `reachedStage` or decide before it. Throws
   * IDEMPOTENCY_KEY_REUSED when the key belongs to another request; IDEMPOTENCY_IN_PROGRESS when this one is running, or has
   * an `earlierResponse`.
   */
  async begin(): Promise<void> {
    await this.#connect();
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
   * Commits what was done together with the response. When another request with the key was faster, rolls back and throws
   * IDEMPOTENCY_IN_PROGRESS; `earlierResponse` is its response, if it has one.
   */
  async commitResponse(response: KeptResponse): Promise<void> {
    if (await this.#store({ stage: null, ...response })) return this.#commit();
    await this.rollback();
    await this.begin();
    throw inProgress();
  }

  /** Calls back after the next commit, unless the transaction is undone: for what others are told of a change. */
  afterCommit(callback: () => void): void {
    this.#callbacks.push(callback);
  }

  /** Ends the transaction, if one is open, and undoes it. Never rejects. */
  async rollback(): Promise<void> {
    this.#callbacks = [];
    const transaction = this.#transaction;
    this.#transaction = undefined;
    const connection = await transaction?.catch(() => undefined);
    await connection?.rollback();
  }

  #connect(): Promise<TeamConnection> {
    this.#transaction ??= this.#begin();
    return this.#transaction;
  }

  async #begin(): Promise<TeamConnection> {
    const { teamDatabases, shareOwnerId, keyHash } = this.#options;
    const connection = await teamDatabases.connect(shareOwnerId);
    try {
      const results: unknown = await connection.query(beginWith(keyHash));
      this.#reachedStage = this.#readStage(results as BeginResults);
      return connection;
    } catch (error) {
      await connection.rollback();
      throw error;
    }
  }

  /** The stage that an earlier request with the key has reached. Throws as `begin` does. */
  #readStage([, { rows: locks }, { rows }]: BeginResults): string | null {
    const [row] = rows;
    if (row && !row.requestHash.equals(this.#options.requestHash)) throw reused();
    if (row && row.status !== null && row.body) {
      this.#earlierResponse = { status: row.status, body: row.body };
      throw inProgress();
    }
    if (!locks[0].isLocked) throw inProgress();
    return row?.stage ?? null;
  }

  async #store(result: Pick<StoreParams, 'stage' | 'status' | 'body'>): Promise<boolean> {
    // Begins the transaction of a verb that made no query, and with it reads the stage.
    await this.begin();
    const { keyHash, requestHash } = this.#options;
    const reachedStage = this.#reachedStage;
    return Boolean(await queryOne(this.db, store, { keyHash, requestHash, reachedStage, ...result }));
  }

  async #commit(): Promise<void> {
    const connection = await this.#transaction;
    if (!connection) return;
    const { command } = await connection.query('commit');
    if (command !== 'COMMIT') throw new Error('The transaction could not be committed');
    this.#transaction = undefined;
    connection.release();
    for (const callback of this.#callbacks.splice(0)) callback();
  }
}

const reused = () =>
  new AppError(
    'IDEMPOTENCY_KEY_REUSED',
    'This Idempotency-Key belongs to another request. Use a new key, or repeat that request unchanged.',
  );
