import { isAfter, type LogPosition } from '@crewboard/contracts';
import { type Database, defineStatement, newId, queryMany, queryOne, raw, sql } from '@crewboard/db';
import type { RoundResult } from '../poll-loop.ts';
import { type Match, type MatchedPage, matchStatement, maxPageSize, server } from './match-events.ts';

/** The maximum of deliveries per write, which keeps the statement short for any number of endpoints. */
const maxMatches = 2_000;
/** How many of the oldest former subscriptions each write checks. They expire in the order of their ids. */
const maxExpired = 1_000;
/** While no endpoint is subscribed, events are skipped at most this often. */
const minIdleDelayMs = 250;
/**
 * Without matches, the position is written at most this often and only after new events, because each write is a
 * transaction itself. After a crash, reading the same events again costs little.
 */
const minWriteIntervalMs = 5_000;

const readPosition = defineStatement<Record<never, never>, { xid: string; id: string; server: string }>(
  () => sql`select xid::text, id::text, ${server} as server from log_readers where name = 'webhooks'`,
);

type WriteParams = {
  /** The server that the page was read on. */
  readOn: string;
  fromXid: bigint;
  fromId: bigint;
  toXid: bigint;
  toId: bigint;
  /** JSON: the matches with the ids of their deliveries. */
  deliveries: string;
};

/**
 * Inserts the deliveries of a page and moves the position from the beginning of the page to its end. Does nothing if
 * another process has moved the position, or if the database has failed over since the page was read: its events may be
 * lost. Deletes the former subscriptions that no later event can match.
 */
const writeStatement = defineStatement<WriteParams, object>(
  ({ readOn, fromXid, fromId, toXid, toId, deliveries }) => sql`
  with moved as (
    update log_readers set xid = ${toXid}::xid8, id = ${toId}::bigint
    where name = 'webhooks' and xid = ${fromXid}::xid8 and id = ${fromId}::bigint and ${server} = ${readOn}
    returning name
  ),
  inserted as (
    insert into webhook_deliveries (id, webhook_id, event_xid, event_id, event_type, actor_name)
    select made."deliveryId", made."webhookId", made.xid, made.id, made.type, made."actorName"
    from moved cross join jsonb_to_recordset(${deliveries}::jsonb)
      as made ("deliveryId" text, "webhookId" text, xid xid8, id bigint, type text, "actorName" text)
    where exists (select from webhooks where webhooks.id = made."webhookId")
    on conflict (webhook_id, event_id) do nothing
  ),
  expired as (
    delete from webhook_subscriptions where exists (select from moved) and id in (
      select id from (select id, until_xid from webhook_subscriptions order by id limit ${raw(`${maxExpired}`)}) as oldest
      where until_xid <= ${toXid}::xid8)
  )
  select from moved`,
);

const toLogPosition = ({ xid, id }: { xid: string; id: string }): LogPosition => ({
  xid: BigInt(xid),
  id: BigInt(id),
});

/** Cuts the matches to whole events that fit into one write, and to at least one event. */
function fittingMatches(matches: Match[]): Match[] {
  const next = matches[maxMatches];
  if (!next) return matches;
  const fitting = matches.slice(0, maxMatches).filter(({ id }) => id !== next.id);
  return fitting.length > 0 ? fitting : matches.filter(({ id }) => id === next.id);
}

/**
 * Makes a delivery of every event for every endpoint that was subscribed to it when the event was committed. The
 * statement that inserts the deliveries also moves the position in the log, so that any number of processes lose none
 * and make none twice.
 */
export class DeliveryMaker {
  readonly #db: Database;
  /** The position in the database; undefined while it is not known. */
  #writtenUpTo: LogPosition | undefined;
  /** The position up to which the log was read without matches, which is written later. */
  #readUpTo: LogPosition = { xid: 0n, id: 0n };
  /**
   * The server of `#writtenUpTo` and `#readUpTo`. After a failover, another server may have other events at these positions.
   */
  #server: string | undefined;
  /** Whether there are events between `#writtenUpTo` and `#readUpTo`. */
  #hasUnwrittenEvents = false;
  #writtenAt = Number.NEGATIVE_INFINITY;
  #pageSize = maxPageSize;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Makes the deliveries of the next page of the log. `hasMatches` tells whether there were any. */
  async makeFromNextPage(): Promise<RoundResult & { hasMatches: boolean }> {
    const from = this.#writtenUpTo ?? (await this.#readPosition());
    const page = await this.#matchPage();
    if (page.server !== this.#server) {
      this.#writtenUpTo = undefined;
      return { hasMatches: false, hasMore: true };
    }
    const matches = fittingMatches(page.matches);
    const isCut = matches.length < page.matches.length;
    const lastMatch = matches.at(-1);
    const to =
      isCut && lastMatch ? toLogPosition(lastMatch) : toLogPosition({ xid: page.endXid, id: page.endId });
    this.#hasUnwrittenEvents ||= page.hasEvents;
    const isWriteDue =
      this.#hasUnwrittenEvents &&
      isAfter(to, from) &&
      performance.now() - this.#writtenAt > minWriteIntervalMs;
    if (lastMatch || isWriteDue) await this.#write(page.server, from, to, matches);
    else this.#readUpTo = to;
    return {
      hasMatches: lastMatch !== undefined,
      hasMore: isCut || page.isFull,
      ...(page.hasSubscriptions ? { hasOpenWriters: page.hasOpenWriters } : { minDelayMs: minIdleDelayMs }),
    };
  }

  /**
   * Halves the page size before each read and doubles it after a success, so that a page that timed out gets shorter.
   */
  async #matchPage(): Promise<MatchedPage> {
    const limit = this.#pageSize;
    this.#pageSize = Math.max(1, Math.floor(limit / 2));
    const { xid, id } = this.#readUpTo;
    const page = await queryOne(this.#db.pool, matchStatement, { afterXid: xid, afterId: id, limit });
    if (!page) throw new Error('A page of the log is one row.');
    this.#pageSize = Math.min(maxPageSize, limit * 2);
    return page;
  }

  async #readPosition(): Promise<LogPosition> {
    const row = await queryOne(this.#db.pool, readPosition, {});
    if (!row) throw new Error('The position in the log is missing.');
    this.#server = row.server;
    this.#readUpTo = toLogPosition(row);
    this.#writtenUpTo = this.#readUpTo;
    return this.#readUpTo;
  }

  async #write(readOn: string, from: LogPosition, to: LogPosition, matches: Match[]): Promise<void> {
    // Unknown until the statement returns: the database may have either position.
    this.#writtenUpTo = undefined;
    const moved = await queryMany(this.#db.pool, writeStatement, {
      readOn,
      fromXid: from.xid,
      fromId: from.id,
      toXid: to.xid,
      toId: to.id,
      deliveries: JSON.stringify(matches.map((match) => ({ deliveryId: newId(), ...match }))),
    });
    // Another process was faster, or this is another server: the next page begins at the position in the database.
    if (moved.length === 0) return;
    this.#writtenUpTo = to;
    this.#readUpTo = to;
    this.#hasUnwrittenEvents = false;
    this.#writtenAt = performance.now();
  }
}
