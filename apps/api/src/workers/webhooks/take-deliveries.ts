import type { Database } from '@crewboard/db';
import { hasTextReferences } from '../../features/events/task-texts.ts';
import { teamAllow } from '../../features/webhooks/allow-rule-row.ts';
import { type PayloadRow, payloadColumns, rowWithTexts } from '../../features/webhooks/payload-row.ts';

/** At most this many deliveries of one endpoint are on their way at once; one that keeps failing gets one at a time. */
const mostAtOnce = 8;
/** When so many are on their way from one process, endpoints that are slow to answer get one at a time as well. */
const manyAtOnce = 200;
const slowAfterMs = 2_000;
const takeSize = 64;

/** A delivery to be sent now, with all that is needed for it; of a large one, the payload is read when it is sent. */
export type DueDelivery = PayloadRow & {
  id: string;
  webhookId: string;
  url: string;
  /** Sealed. The previous one only while it still signs. */
  secret: string;
  previousSecret: string | null;
  /** What its team may reach besides public addresses, in the form of WEBHOOK_ALLOW. */
  teamAllow: string;
  isLarge: boolean;
};

/** What this process sends at the moment: the endpoint of each delivery, and since when, as performance.now() counts. */
export type InFlight = ReadonlyMap<string, { webhookId: string; since: number }>;

/** What is stored compressed, or is long, or refers to texts, may make a body of megabytes: this tells without reading it. */
const isLarge = ['snapshot', 'changes']
  .map(
    (column) =>
      `pg_column_compression(${column}) is not null or coalesce(pg_column_size(${column}), 0) > 8000`,
  )
  .concat(hasTextReferences('events').text)
  .join(' or ');

const endpointColumns = (webhook: string) => `
  ${webhook}.id as "webhookId", ${webhook}.url, ${webhook}.secret, ${teamAllow(`${webhook}.team_id`)} as "teamAllow",
  case when ${webhook}.previous_secret_until > now() then ${webhook}.previous_secret end as "previousSecret"`;

/**
 * A process has an endpoint to itself for a while, so that it can count what is on its way in memory, and no row of a
 * delivery is locked or written before there is an outcome. A lease that ends after twice its time was given before
 * the clock was set back: it counts for nothing. One that was given a moment ago may end a little after its own time. $1 the process, $2 endpoints and $3 deliveries on their way, $4 slow
 * endpoints, $5 the lease in ms, $6 whether to leave to others what was theirs.
 */
export const takeStatement = `
  with own as materialized (
    select webhooks.*,
      case when failures_in_row >= ${mostAtOnce} or id = any($4::text[]) then 1 else ${mostAtOnce} end
        - (select count(*) from unnest($2::text[]) as busy(id) where busy.id = webhooks.id) as free
    from webhooks
    where deleted_at is null
      and (owner = $1 or owner is null or not $6::boolean and (coalesce(owned_until, '-infinity') <= now()
        or owned_until > now() + $5 * interval '2 milliseconds'))
      and (id = any($2) or enabled and exists (
        select from webhook_deliveries where webhook_id = webhooks.id and next_attempt_at <= now()))
    for no key update skip locked
  ),
  leased as (
    update webhooks set owner = $1, owned_until = now() + $5 * interval '1 millisecond' from own
    where webhooks.id = own.id
      and (own.owner is distinct from $1 or own.owned_until < now() + $5 * interval '0.7 millisecond'
        or own.owned_until > now() + $5 * interval '2 milliseconds')
  )
  select due.id, ${endpointColumns('own')}, ${payloadColumns('due', 'event')}, event.is_large as "isLarge"
  from own cross join lateral (
    select * from webhook_deliveries
    where own.enabled and webhook_id = own.id and next_attempt_at <= now() and id <> all($3::text[])
    order by next_attempt_at, id limit greatest(own.free, 0)
  ) as due
  cross join lateral (
    select team_id, subject_type, subject_id, actor_kind, actor_id, created_at, is_large,
      case when not is_large then snapshot end as snapshot, case when not is_large then changes end as changes
    from events cross join lateral (select ${isLarge}) as size(is_large)
    where events.id = due.event_id
  ) as event
  order by due.next_attempt_at, due.id limit ${takeSize}`;

/** The deliveries that are due and that this process may send now. */
export async function takeDeliveries(
  db: Database,
  {
    owner,
    inFlight,
    lease,
    isPatient,
  }: { owner: string; inFlight: InFlight; lease: number; isPatient: boolean },
): Promise<{ taken: DueDelivery[]; isFull: boolean }> {
  const busy = [...inFlight.values()].map(({ webhookId }) => webhookId);
  const { rows } = await db.pool.query<DueDelivery>({
    name: 'take-deliveries',
    text: takeStatement,
    values: [owner, busy, [...inFlight.keys()], slowEndpoints(inFlight), lease, isPatient],
  });
  return { taken: rows, isFull: rows.length === takeSize };
}

/** Those that keep much of what this process can have on its way, so that the others never wait for them. */
function slowEndpoints(inFlight: InFlight): string[] {
  if (inFlight.size < manyAtOnce) return [];
  const before = performance.now() - slowAfterMs;
  const slow = [...inFlight.values()].filter(({ since }) => since < before);
  return [...new Set(slow.map(({ webhookId }) => webhookId))];
}

/** A large delivery with its payload, and its endpoint as it is now; undefined when it is not to be sent any more. */
export async function readLarge(
  db: Database,
  { owner, id }: { owner: string; id: string },
): Promise<DueDelivery | undefined> {
  const { rows } = await db.pool.query<DueDelivery>({
    name: 'read-large-delivery',
    text: `
      select due.id, ${endpointColumns('webhooks')}, ${payloadColumns('due', 'event')}, true as "isLarge"
      from webhook_deliveries due
      join webhooks on webhooks.id = due.webhook_id and enabled and deleted_at is null and owner = $2
      join events event on event.id = due.event_id
      where due.id = $1 and due.next_attempt_at <= now()`,
    values: [id, owner],
  });
  return rows[0] && rowWithTexts(db.pool, rows[0]);
}

/** Gives the endpoints to whoever comes next, at once. */
export async function releaseEndpoints(db: Database, owner: string): Promise<void> {
  await db.pool.query('update webhooks set owned_until = now() where owner = $1', [owner]);
}
