import { type EventType, isAfter, type LogPosition } from '@crewboard/contracts';
import { type Database, newId, raw } from '@crewboard/db';
import { actorName } from '../../features/events/event-row.ts';
import { settled } from '../../features/events/read-log.ts';
import { sharedWithKeys } from '../../features/webhooks/told-events.ts';

const largestPage = 500;
/** What one statement writes stays small, however many endpoints ask for the events of a page. */
const mostMatches = 2_000;
/** So many of the oldest of what endpoints asked for before are looked at with each page: they end in this order. */
const mostCleared = 1_000;
/** Reading again what nobody asked for costs little, so the place is not written down each time. */
const writeDownAfter = 5_000;

type Match = { webhookId: string; xid: string; id: string; type: EventType; actorName: string | null };
type Page = {
  horizon: string;
  newest: string;
  count: number;
  lastXid: string | null;
  lastId: string | null;
} & Match;

/**
 * Which endpoints asked for an event when it was committed. What one asks for now it has asked for since a view of the
 * database: of what that does not see. What it asked for before ended with such a view, each seeing all that the one
 * before it sees: so the first that sees the event ended what counted then. However many there are, one is looked up.
 */
const asked = `
  select webhooks.id as webhook_id, counted.event_types, counted.tells_all
  from webhooks
  cross join lateral (
    select coalesce(not pg_visible_in_snapshot(page.xid, webhooks.subscribed_since), false) as is_present
  ) as one
  cross join lateral (
    select webhooks.event_types, webhooks.tells_all where one.is_present
    union all
    select former.event_types, former.tells_all from (
      select * from webhook_subscriptions
      where not one.is_present and webhook_id = webhooks.id
        and until_xid > page.xid and pg_visible_in_snapshot(page.xid, until)
      order by until_xid, id limit 1
    ) as former
    where not pg_visible_in_snapshot(page.xid, former.since)
  ) as counted
  where webhooks.team_id = page.team_id and webhooks.deleted_at is null`;

/** Nobody asks, as long as there are no endpoints. */
const somebodyAsks = `(exists (select from webhooks where subscribed_since is not null and deleted_at is null)
  or exists (select from webhook_subscriptions))`;

/** $1 and $2 the place after which the page begins. */
export const readStatement = (limit: number) => `
  with page as materialized (
    select xid, id, team_id, type, subject_type, actor_kind, actor_id from events
    where (xid, id) > ($1::xid8, $2::bigint) and ${settled.text} and ${somebodyAsks}
    order by xid, id limit ${limit}
  ),
  progress as (
    select pg_snapshot_xmin(pg_current_snapshot())::text as horizon,
      pg_snapshot_xmax(pg_current_snapshot())::text as newest,
      (select count(*)::int from page) as count, last.xid::text as "lastXid", last.id::text as "lastId"
    from (select) as one left join (select xid, id from page order by xid desc, id desc limit 1) as last on true
  )
  select progress.*, match.* from progress left join (
    select asked.webhook_id as "webhookId", page.xid::text, page.id::text, page.type,
      ${actorName(raw('page.actor_kind'), raw('page.actor_id')).text} as "actorName"
    from page cross join lateral (${asked}) as asked
    where (page.type = any(asked.event_types) or '*' = any(asked.event_types))
      and (asked.tells_all or ${sharedWithKeys('page.subject_type')})
  ) as match on true`;

/**
 * Moves on only from the place where the reading began: of several processes one makes the deliveries of a page. What
 * was asked for before that place only is not needed any more.
 */
const writeStatement = `
  with moved as (
    update log_readers set xid = $3, id = $4 where name = 'webhooks' and xid = $1 and id = $2 returning name
  ),
  made as (
    insert into webhook_deliveries (id, webhook_id, event_xid, event_id, event_type, actor_name)
    select made.* from moved,
      unnest($5::text[], $6::text[], $7::xid8[], $8::bigint[], $9::text[], $10::text[])
        as made(id, webhook_id, xid, event_id, type, actor_name)
    where exists (select from webhooks where webhooks.id = made.webhook_id)
    on conflict (webhook_id, event_id) do nothing
  ),
  cleared as (
    delete from webhook_subscriptions where exists (select from moved) and id in (
      select id from (select id, until_xid from webhook_subscriptions order by id limit ${mostCleared}) as oldest
      where until_xid <= $3)
  )
  select from moved`;

const placeOf = ({ xid, id }: Match): LogPosition => ({ xid: BigInt(xid), id: BigInt(id) });
/** Ids are given in this order, so that deliveries are first sent in the order of their events. */
const byPlace = (one: Match, other: Match) => (isAfter(placeOf(one), placeOf(other)) ? 1 : -1);

/** An event is worked off for all endpoints or for none; one that is asked for by more than fit goes alone. */
function upToEventBefore(found: Match[], cut: Match): Match[] {
  const before = found.filter((match) => isAfter(placeOf(cut), placeOf(match)));
  return before.length > 0 ? before : found.filter(({ id }) => id === cut.id);
}

/** Up to where the page goes: to its last event when it is full, else to the oldest open transaction. */
function endOf({ count, lastXid, lastId, horizon }: Page, limit: number): LogPosition {
  if (count < limit || lastXid === null || lastId === null) return { xid: BigInt(horizon), id: 0n };
  return { xid: BigInt(lastXid), id: BigInt(lastId) };
}

/**
 * Makes a delivery of every event for every endpoint that asked for it when it was committed. The place in the log is
 * written down in the same statement as the deliveries, so that nothing is left out and nothing is made twice, whatever
 * dies when.
 */
export class LogForDeliveries {
  readonly #db: Database;
  /** As the database has it, and how far was read since without anything to write. */
  #written: LogPosition | undefined;
  #read: LogPosition = { xid: 0n, id: 0n };
  #writtenAt = 0;
  #pageSize = largestPage;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Reads a page. Tells whether it made deliveries, whether there is more, and whether somebody is still writing. */
  async readBatch(): Promise<{ hasMade: boolean; isFull: boolean; hasOpenWriters: boolean }> {
    const from = this.#written ?? (await this.#findPlace());
    const limit = this.#pageSize;
    const rows = await this.#readPage(limit);
    const [first] = rows;
    if (!first) throw new Error('the end of the log is always answered');
    const found = rows.filter(({ webhookId }) => webhookId !== null).sort(byPlace);
    const cut = found[mostMatches];
    const matches = cut ? upToEventBefore(found, cut) : found;
    const isFull = cut !== undefined || first.count === limit;
    const to = cut ? placeOf(matches.at(-1) ?? cut) : endOf(first, limit);
    const isOld = isAfter(to, from) && Date.now() - this.#writtenAt > writeDownAfter;
    if (matches.length > 0 || isOld) await this.#write(from, to, matches);
    else this.#read = to;
    return {
      hasMade: matches.length > 0,
      isFull,
      hasOpenWriters: BigInt(first.horizon) < BigInt(first.newest),
    };
  }

  /** Whatever makes a page too much for one statement, half of it is less: so the reading always gets on. */
  async #readPage(limit: number): Promise<Page[]> {
    this.#pageSize = Math.max(1, Math.floor(limit / 2));
    const { rows } = await this.#db.pool.query<Page>({
      name: `read-log-for-deliveries-${limit}`,
      text: readStatement(limit),
      values: [this.#read.xid, this.#read.id],
    });
    this.#pageSize = Math.min(largestPage, limit * 2);
    return rows;
  }

  async #findPlace(): Promise<LogPosition> {
    const { rows } = await this.#db.pool.query<{ xid: string; id: string }>(
      `select xid::text, id::text from log_readers where name = 'webhooks'`,
    );
    if (!rows[0]) throw new Error('the place in the log is lost');
    this.#written = { xid: BigInt(rows[0].xid), id: BigInt(rows[0].id) };
    this.#read = this.#written;
    return this.#written;
  }

  async #write(from: LogPosition, to: LogPosition, matches: Match[]): Promise<void> {
    // Until the answer is there it is not known which of the two places the database has.
    this.#written = undefined;
    const { rowCount } = await this.#db.pool.query(writeStatement, [
      from.xid,
      from.id,
      to.xid,
      to.id,
      matches.map(() => newId()),
      ...(['webhookId', 'xid', 'id', 'type', 'actorName'] as const).map((key) =>
        matches.map((match) => match[key]),
      ),
    ]);
    // Another process was faster: from where it came to, the next time.
    if (!rowCount) return;
    this.#written = to;
    this.#read = to;
    this.#writtenAt = Date.now();
  }
}
