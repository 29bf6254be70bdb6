import {
  type Database,
  defineStatement,
  type Expression,
  type Queryable,
  queryMany,
  queryOne,
  raw,
  sql,
} from '@crewboard/db';
import { hasTextReferences } from '../../features/events/task-texts.ts';
import { teamAllowList } from '../../features/webhooks/allow-rules.ts';
import { sendableSince } from '../../features/webhooks/delivery-row.ts';
import { type PayloadRow, payloadColumns, rowWithTexts } from '../../features/webhooks/payload-row.ts';
import { isTeamNotDeleted } from '../../is-team-not-deleted.ts';
import { isEndpointLeaseOver, isRenewalDue, leaseEnd } from './endpoint-leases.ts';

/** The maximum of deliveries in flight of an endpoint. An endpoint that keeps failing has one. */
const maxInFlightPerEndpoint = 8;
const maxInFlight = raw(`${maxInFlightPerEndpoint}`);
/** As many as may be in flight at once, because all attempts of one moment may fail for the same reason. */
const failuresUntilLimited = maxInFlight;
/** From this many deliveries in flight on, endpoints that respond slowly are limited to one as well. */
const manyInFlight = 200;
const slowAfterMs = 2_000;
/** The bounds of one round, which takes milliseconds for any number of endpoints. */
const maxEndpoints = raw('32');
const maxVisits = raw('500');

/** A due delivery with everything needed to send it. The payload of a large delivery is read when it is sent. */
export type DueDelivery = PayloadRow & {
  id: string;
  webhookId: string;
  url: string;
  /** Sealed. `previousSecret` is set only while it still signs. */
  secret: string;
  previousSecret: string | null;
  /** The destinations that its team may reach besides public addresses, in the form of WEBHOOK_ALLOW. */
  teamAllow: string;
  isLarge: boolean;
  /** How long it has been due while the endpoint and the installation could send. */
  lagSeconds: number;
};

/** The deliveries in flight of this process: the endpoint of each, and when its request began, by performance.now(). */
export type DeliveriesInFlight = ReadonlyMap<string, { webhookId: string; startedAt: number }>;

/**
 * Whether an event may have megabytes: it is stored compressed, is long, or refers to texts. Does not decompress it.
 */
const isLarge = sql`(pg_column_compression(snapshot) is not null or coalesce(pg_column_size(snapshot), 0) > 8000
    or pg_column_compression(changes) is not null or coalesce(pg_column_size(changes), 0) > 8000
    or ${hasTextReferences('events')})`;

const endpointColumns = (row: string) => sql`
    ${raw(`${row}.id as "webhookId", ${row}.url, ${row}.secret,
    case when ${row}.previous_secret_until > now() then ${row}.previous_secret end as "previousSecret"`)},
    ${teamAllowList(`${row}.team_id`)} as "teamAllow"`;

const lagSeconds = (webhook: string) =>
  sql`extract(epoch from clock_timestamp() - ${sendableSince('delivery', webhook)})::float8 as "lagSeconds"`;

type TakeParams = {
  owner: string;
  leaseMs: number;
  /** Whether to leave endpoints to their former owners although their leases have ended. */
  waitsForFormerOwners: boolean;
  /** JSON of `BusyEndpoints`. */
  busy: string;
  /** The endpoint after which the visits begin. */
  after: string;
};
type Params = Record<keyof TakeParams, Expression>;

/** By endpoint with deliveries in flight: the ids of these deliveries, and how many it may have in flight. */
type BusyEndpoints = Record<string, { ids: string[]; max: number }>;

/** Whether a delivery is due and not in flight. */
const isDue = ({ busy }: Params) =>
  sql`next_attempt_at <= now() and not coalesce(${busy}::jsonb -> webhook_id -> 'ids' ? id, false)`;

/**
 * The endpoints with pending deliveries, in the order of their ids, each with the time when its first delivery is due.
 * The index of pending deliveries begins with these columns, so that each visit reads one entry of the index. Beside 10,000
 * endpoints, 51 of them with due deliveries, a take reads 1,119 blocks; with a look-up for each endpoint, 31,000.
 */
function visits(params: Params) {
  const firstAfter = (webhookId: Expression) => sql`
    select webhook_id, next_attempt_at from webhook_deliveries
    where webhook_id > ${webhookId} and next_attempt_at is not null
    order by webhook_id, next_attempt_at, id limit 1`;
  return sql`
    select first.*, 1 as number from (${firstAfter(params.after)}) as first
    union all
    select next.*, number + 1 from visits cross join lateral (${firstAfter(sql`visits.webhook_id`)}) as next
    where number < ${maxVisits}`;
}

/**
 * Locks the endpoints that have due deliveries and that this process may serve. `free` is how many more deliveries each
 * may have in flight. The first delivery that is due may be in flight already, which the last condition excludes.
 */
const endpoints = (params: Params) => {
  const { owner, leaseMs, waitsForFormerOwners, busy } = params;
  return sql`
  select endpoint.* from visits cross join lateral (
    select webhooks.*,
      least(case when failures_in_row >= ${failuresUntilLimited} then 1 else ${maxInFlight} end,
        (${busy}::jsonb -> id ->> 'max')::int) - coalesce(jsonb_array_length(${busy}::jsonb -> id -> 'ids'), 0) as free
    from webhooks
    where id = visits.webhook_id and enabled and deleted_at is null and ${isTeamNotDeleted('webhooks.team_id')}
      and (owner is null or owner = ${owner}
        or not ${waitsForFormerOwners}::boolean and ${isEndpointLeaseOver(sql`owned_until`, leaseMs)})
    for no key update skip locked
  ) as endpoint
  where visits.next_attempt_at <= now() and endpoint.free > 0
    and (not ${busy}::jsonb ? endpoint.id
      or exists (select from webhook_deliveries where webhook_id = endpoint.id and ${isDue(params)}))
  limit ${maxEndpoints}`;
};

/** Takes the endpoint leases that this process does not have yet, and renews those that end soon. */
const lease = ({ owner, leaseMs }: Params) => sql`
  update webhooks set owner = ${owner}, owned_until = ${leaseEnd(leaseMs)} from endpoints
  where webhooks.id = endpoints.id
    and (endpoints.owner is distinct from ${owner} or ${isRenewalDue(sql`endpoints.owned_until`, leaseMs)})`;

/** The due deliveries of these endpoints, without the payloads of large ones. */
const due = (params: Params) => sql`
  select delivery.id, ${endpointColumns('endpoints')}, ${payloadColumns('delivery', 'event')},
    event.is_large as "isLarge", ${lagSeconds('endpoints')}
  from endpoints
  cross join lateral (
    select * from webhook_deliveries where webhook_id = endpoints.id and ${isDue(params)}
    order by next_attempt_at, id limit endpoints.free
  ) as delivery
  cross join lateral (
    select nonce, type, team_id, subject_type, subject_id, field_set, actor_kind, actor_id, created_at, is_large,
      case when not is_large then snapshot end as snapshot, case when not is_large then changes end as changes
    from events cross join lateral (select ${isLarge}) as size (is_large)
    where (events.xid, events.id) = (delivery.event_xid, delivery.event_id)
  ) as event
  order by delivery.next_attempt_at, delivery.id`;

/**
 * `lastVisited` is the last endpoint if their limit was reached, else the last visit if the limit of visits was
 * reached.
 */
const progress = sql`
  select case when count(*) = ${maxEndpoints} then max(id)
    else (select webhook_id from visits where number = ${maxVisits}) end as "lastVisited",
    exists (select from visits) as "hasPending"
  from endpoints`;

type Progress = {
  /** The endpoint after which the next round continues; null if this round has reached the last endpoint. */
  lastVisited: string | null;
  /** Whether there are deliveries, due or not, after the endpoint where this round began. */
  hasPending: boolean;
};

export const takeStatement = defineStatement<TakeParams, Progress & (DueDelivery | { id: null })>(
  (params) => sql`
  with recursive visits as (${visits(params)}),
  endpoints as materialized (${endpoints(params)}),
  leased as (${lease(params)})
  select progress.*, due.* from (${progress}) as progress left join (${due(params)}) as due on true`,
);

/**
 * Takes the due deliveries that this process may send now, of the endpoints after `after`, and their endpoint leases.
 * While `lastVisited` is not null, the next call continues after it.
 */
export async function takeDeliveries(
  connection: Queryable,
  { inFlight, ...params }: Omit<TakeParams, 'busy'> & { inFlight: DeliveriesInFlight },
): Promise<Progress & { taken: DueDelivery[] }> {
  const busy = JSON.stringify(busyEndpoints(inFlight));
  const rows = await queryMany(connection, takeStatement, { ...params, busy });
  const { lastVisited = null, hasPending = false } = rows[0] ?? {};
  return { lastVisited, hasPending, taken: rows.filter((row) => row.id !== null) };
}

/** Limits slow endpoints to one delivery while many are in flight, so that other endpoints never wait for them. */
function busyEndpoints(inFlight: DeliveriesInFlight): BusyEndpoints {
  // No request began before 0, the start of the process.
  const slowBefore = inFlight.size < manyInFlight ? 0 : performance.now() - slowAfterMs;
  const busy: BusyEndpoints = {};
  for (const [id, { webhookId, startedAt }] of inFlight) {
    const { ids, max } = busy[webhookId] ?? { ids: [], max: maxInFlightPerEndpoint };
    ids.push(id);
    busy[webhookId] = { ids, max: startedAt < slowBefore ? 1 : max };
  }
  return busy;
}

const largeDelivery = defineStatement<{ id: string; owner: string }, DueDelivery>(
  ({ id, owner }) => sql`
  select delivery.id, ${endpointColumns('webhooks')}, ${payloadColumns('delivery', 'event')}, true as "isLarge",
    ${lagSeconds('webhooks')}
  from webhook_deliveries delivery
  join webhooks on webhooks.id = delivery.webhook_id and enabled and deleted_at is null and owner = ${owner}
  join events event on (event.xid, event.id) = (delivery.event_xid, delivery.event_id)
  where delivery.id = ${id} and delivery.next_attempt_at <= now()`,
);

/**
 * Reads a large delivery with its payload and the current row of its endpoint; undefined if it must not be sent any
 * more.
 */
export async function readLargeDelivery(
  db: Database,
  params: { id: string; owner: string },
): Promise<DueDelivery | undefined> {
  const delivery = await queryOne(db.pool, largeDelivery, params);
  return delivery && rowWithTexts(db.pool, delivery);
}
