import { type CreateWebhook, maxWebhooks, type WebhookWithSecret } from '@crewboard/contracts';
import { newId, raw, sql } from '@crewboard/db';
import { invalid } from '../../errors.ts';
import { type EventActorParams, eventActorParams } from '../events/record-event.ts';
import { defineKeyedStatement, queryKeyed } from '../idempotency/keep-response.ts';
import type { Call } from '../verb-context.ts';
import { assertUrl } from './assert-url.ts';
import { createSecret } from './create-secret.ts';
import { includesConfidential } from './event-visibility.ts';
import { recordWebhookEvent, toWebhook, type WebhookRow, webhookRow } from './webhook-row.ts';

type Params = EventActorParams & {
  id: string;
  url: string;
  description: string | null;
  eventTypes: string[];
  includesConfidential: boolean;
  secret: string;
  enabled: boolean;
};

const tooMany = () =>
  invalid([{ path: '', message: `A team has at most ${maxWebhooks} webhooks: delete one first` }]);

/**
 * Locks the row of the team, so that several creations wait for each other. `count_webhooks` then sees the endpoints of
 * the earlier creations, which the snapshot of this statement does not have. `subscribed_since`: the endpoint gets the
 * events that this snapshot does not see.
 */
const statement = defineKeyedStatement<Params, WebhookRow>(
  (p, keepResponse) => sql`
  with team as (select id from teams where id = ${p.teamId} for no key update),
  created as (
    insert into webhooks (id, team_id, url, description, event_types, includes_confidential, secret, enabled, subscribed_since,
      disabled_reason, disabled_at)
    select ${p.id}, ${p.teamId}, ${p.url}, ${p.description}, ${p.eventTypes}, ${p.includesConfidential}, ${p.secret},
      enabled, case when enabled then pg_current_snapshot() end, case when not enabled then 'switched_off' end,
      case when not enabled then now() end
    from team cross join (select ${p.enabled}::boolean as enabled) as state
    where count_webhooks(team.id) < ${raw(`${maxWebhooks}`)}
    returning *
  ),
  event as (${recordWebhookEvent(p, 'webhook.created', { after: 'created' })})
  ${keepResponse(webhookRow.json('created'), raw('created'))}
  select ${webhookRow.columns('created')} from created`,
);

/**
 * Creates an endpoint. Only this response contains its secret. Throws VALIDATION_ERROR (`assertUrl`, `tooMany`) and
 * FORBIDDEN (`includesConfidential`).
 */
export async function createWebhook({ ctx, input }: Call<typeof CreateWebhook>): Promise<WebhookWithSecret> {
  const { url } = input;
  const eventTypes = input.eventTypes ?? ['task.completed'];
  const isConfidential = includesConfidential(ctx.actor, eventTypes);
  await assertUrl(ctx, url);
  const id = newId();
  const { secret, sealed } = await createSecret(ctx, id);
  const params = {
    ...eventActorParams(ctx),
    ...{ id, url, eventTypes },
    description: input.description ?? null,
    enabled: input.enabled ?? true,
    includesConfidential: isConfidential,
    secret: sealed,
  };
  const row = await queryKeyed(ctx, statement, params, { secrets: { secret } });
  if (!row) throw tooMany();
  return { ...toWebhook(row), secret };
}
