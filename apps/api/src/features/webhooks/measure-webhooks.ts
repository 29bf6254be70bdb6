import { defineStatement, type Queryable, queryOne, raw, sql } from '@crewboard/db';

const maxCount = raw('10000');

/** `waiting`: deliveries that have not arrived yet. `disabled`: webhooks that the service has disabled. */
export type WebhookNumbers = { waiting: number; disabled: number };

const statement = defineStatement<object, WebhookNumbers>(
  () => sql`
  select
    (select count(*)::int from (
      select from webhooks cross join lateral (
        select from webhook_deliveries where webhook_id = webhooks.id and next_attempt_at is not null limit ${maxCount}
      ) as delivery
      where enabled and deleted_at is null limit ${maxCount}
    ) as waiting) as waiting,
    (select count(*)::int from webhooks
      where not enabled and deleted_at is null and disabled_reason <> 'switched_off') as disabled`,
);

/** Of all teams. Deliveries are counted up to 10,000. */
export const measureWebhooks = async (db: Queryable): Promise<WebhookNumbers> =>
  (await queryOne(db, statement, {})) ?? { waiting: 0, disabled: 0 };
