import { defineStatement, type Queryable, queryOne, raw, sql } from '@crewboard/db';
import { isTeamNotDeleted } from '#src/is-team-not-deleted.ts';
import { sendableSince } from './delivery-row.ts';

const maxCount = raw('10000');
/** Leaves out the endpoints of deleted teams: they wait for a restoration, and no operator can help them. */
const isNotDeleted = sql`deleted_at is null and ${isTeamNotDeleted('webhooks.team_id')}`;

/** `waiting`: deliveries that have not arrived yet. `disabled`: webhooks that the service has disabled. */
export type WebhookNumbers = { waiting: number; disabled: number };

const statement = defineStatement<object, WebhookNumbers>(
  () => sql`
  select
    (select count(*)::int from (
      select from webhooks cross join lateral (
        select from webhook_deliveries where webhook_id = webhooks.id and next_attempt_at is not null limit ${maxCount}
      ) as delivery
      where enabled and ${isNotDeleted} limit ${maxCount}
    ) as waiting) as waiting,
    (select count(*)::int from webhooks
      where not enabled and ${isNotDeleted} and disabled_reason <> 'switched_off') as disabled`,
);

/** The numbers of all teams, for metrics and `admin doctor`. Counts at most 10,000 deliveries. */
export const measureWebhooks = async (db: Queryable): Promise<WebhookNumbers> =>
  (await queryOne(db, statement, {})) ?? { waiting: 0, disabled: 0 };

const overdue = defineStatement<object, { seconds: number }>(
  () => sql`
  select coalesce(max(extract(epoch from now() - ${sendableSince('due', 'webhooks')})), 0)::float8 as seconds
  from webhooks cross join lateral (
    select next_attempt_at from webhook_deliveries where webhook_id = webhooks.id and next_attempt_at is not null
    order by next_attempt_at limit 1
  ) as due
  where enabled and ${isNotDeleted}`,
);

/** How long the delivery that has been due for longest has waited, in seconds; 0 or less if none is due. */
export const measureOverdue = async (db: Queryable): Promise<number> =>
  (await queryOne(db, overdue, {}))?.seconds ?? 0;
