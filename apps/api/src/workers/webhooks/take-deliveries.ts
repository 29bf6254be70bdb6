import type { Database } from '@crewboard/db';
import { type PayloadRow, payloadColumns } from '../../features/webhooks/payload-row.ts';

/** At most this many deliveries of one endpoint are on their way at once; one that keeps failing gets one at a time. */
const mostAtOnce = 8;
/** When so many are on their way from one process, every endpoint still gets one: none waits for others. */
const manyAtOnce = 200;
const takeSize = 64;

/** A delivery to be sent now, with all that is needed for it. */
export type DueDelivery = PayloadRow & {
  id: string;
  webhookId: string;
  url: string;
  /** Sealed. The previous one only while it still signs. */
  secret: string;
  previousSecret: string | null;
};

/** What this process sends at the moment: the endpoint of each delivery. */
export type InFlight = ReadonlyMap<string, string>;

/**
 * A process has an endpoint to itself for a while, so that it can count what is on its way in memory, and no row of a
 * delivery is locked or written before there is an outcome. $1 the process, $2 endpoints and $3 deliveries on their way,
 * $4 how many of an endpoint may be on their way, $5 the lease in ms, $6 whether to leave to others what was theirs.
 */
export const takeStatement = `
  with own as materialized (
    select webhooks.*,
      case when failures_in_row >= ${mostAtOnce} then 1 else $4::int end
        - (select count(*) from unnest($2::text[]) as busy(id) where busy.id = webhooks.id) as free
    from webhooks
    where deleted_at is null
      and (owner = $1 or owner is null or not $6::boolean and coalesce(owned_until, '-infinity') <= now())
      and (id = any($2) or enabled and exists (
        select from webhook_deliveries where webhook_id = webhooks.id and next_attempt_at <= now()))
    for no key update skip locked
  ),
  leased as (
    update webhooks set owner = $1, owned_until = now() + $5 * interval '1 millisecond' from own
    where webhooks.id = own.id
      and (own.owner is distinct from $1 or own.owned_until < now() + $5 * interval '0.7 millisecond')
  )
  select due.id, own.id as "webhookId", own.url, own.secret,
    case when own.previous_secret_until > now() then own.previous_secret end as "previousSecret",
    ${payloadColumns('due', 'event')}
  from own cross join lateral (
    select * from webhook_deliveries
    where own.enabled and webhook_id = own.id and next_attempt_at <= now() and id <> all($3::text[])
    order by next_attempt_at, id limit greatest(own.free, 0)
  ) as due
  join events event on event.id = due.event_id
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
  const most = inFlight.size < manyAtOnce ? mostAtOnce : 1;
  const { rows } = await db.pool.query<DueDelivery>({
    name: 'take-deliveries',
    text: takeStatement,
    values: [owner, [...inFlight.values()], [...inFlight.keys()], most, lease, isPatient],
  });
  return { taken: rows, isFull: rows.length === takeSize };
}

/** Gives the endpoints to whoever comes next, at once. */
export async function releaseEndpoints(db: Database, owner: string): Promise<void> {
  await db.pool.query('update webhooks set owned_until = now() where owner = $1', [owner]);
}
