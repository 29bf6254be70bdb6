import { defineStatement, type Queryable, queryOne, raw, sql } from '@crewboard/db';
import { deletedStage } from './kept-request.ts';

/** Few enough for the timeout of `db.reads` (3 s) if each response has a megabyte: 100 of those took 1 s. */
const maxRows = 25;
/** The maximum of pages in one call of `continue`, so that other erasures need not wait for the end of the pass. */
const maxPages = 200;

type Position = { createdAt: string; keyHash: Buffer };
type Page = Position & { isFull: boolean };

/**
 * Reads the next page of stored responses, and erases those that contain a deleted task, comment or project. No index
 * has the ids in a response, so a pass reads all responses of a day, once for all that was deleted until then.
 */
const statement = defineStatement<Position, Page>(
  (after) => sql`
  with page as materialized (
    select key_hash, created_at, response from idempotency_keys
    where created_at >= ${after.createdAt}::timestamptz
      and (created_at, key_hash) > (${after.createdAt}::timestamptz, ${after.keyHash}::bytea)
    order by created_at, key_hash limit ${raw(String(maxRows))}
  ),
  erased as (
    update idempotency_keys set response = null, sealed = null, stage = ${raw(`'${deletedStage}'`)}
    where key_hash in (
      select key_hash from page cross join lateral (
        select jsonb_path_query(response::jsonb, 'strict $.**.id', silent => true) as id
        union all select jsonb_path_query(response::jsonb, 'strict $.**.taskId', silent => true)
      ) as named join tombstones on tombstones.id = named.id #>> '{}' and erase_at is not null
    )
  )
  select created_at::text as "createdAt", key_hash as "keyHash",
    (select count(*) = ${raw(String(maxRows))} from page) as "isFull"
  from page order by created_at desc, key_hash desc limit 1`,
);

const selectNow = defineStatement<object, { now: string }>(() => sql`select clock_timestamp()::text as now`);

const start: Position = { createdAt: '-infinity', keyHash: Buffer.alloc(0) };

/** Reads all stored responses in passes. A pass takes several calls of `continue`, and begins anew after a restart. */
export class ResponseErasure {
  /** The last response of the pass so far. */
  #position = start;
  #beganAt: string | null = null;
  /** When the last finished pass began: it has looked at all responses that were stored before. */
  doneAt: string | null = null;

  async continue(db: Queryable, signal: AbortSignal): Promise<void> {
    this.#beganAt ??= (await queryOne(db, selectNow, {}))?.now ?? null;
    for (let pages = 0; pages < maxPages && !signal.aborted; pages += 1) {
      const page = await queryOne(db, statement, this.#position);
      if (page?.isFull) {
        this.#position = page;
        continue;
      }
      this.doneAt = this.#beganAt;
      this.#beganAt = null;
      this.#position = start;
      return;
    }
  }
}
