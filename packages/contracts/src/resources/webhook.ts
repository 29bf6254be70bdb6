import * as enums from '@crewboard/db/enums';
import { z } from 'zod';
import { textBounds } from '../bounds/text-bounds.ts';
import { deliveryRetentionDays, secretOverlapHours } from '../bounds/webhook-bounds.ts';
import { valuesOf } from '../enums.ts';
import { EventChanges, EventType, eventIdExample } from '../events/event.ts';
import { EventActor } from '../schemas/actor.ts';
import { documentedAs, extensible } from '../schemas/open-api.ts';
import { Paged, PagedOnRequest } from '../schemas/paging.ts';
import { Flag, Id, Instant, oneOf, PathId, Time, text } from '../schemas/values.ts';

/** Why a webhook is disabled. `failing`: every attempt failed for five days. */
export const WebhookDisabledReason = oneOf(['switched_off', 'gone', 'failing']);
export type WebhookDisabledReason = z.infer<typeof WebhookDisabledReason>;

const everyType = '*';

/** The types that a webhook subscribes to; `*` alone stands for all, including later ones. */
export const EventTypes = z
  .array(oneOf([everyType, ...EventType.options]).meta(extensible), {
    error: 'must be a list of event types, or ["*"]',
  })
  .min(1, { error: 'must name at least one event type, or be ["*"]' })
  .refine((types) => new Set(types).size === types.length, { error: 'must not name a type twice' })
  .refine((types) => !types.includes(everyType) || types.length === 1, {
    error: 'must be ["*"] alone, or a list of types without it',
  })
  .meta({
    id: 'EventTypes',
    description: 'Event types without a duplicate, or `["*"]` alone for all.',
    uniqueItems: true,
    maxItems: EventType.options.length,
  });

const webhookFields = {
  id: Id,
  teamId: Id,
  url: z.string(),
  description: z.string().nullable(),
  // Any text, because stored webhooks may have types of other versions.
  eventTypes: z.array(z.string()).meta(documentedAs('EventTypes')),
  enabled: z
    .boolean()
    .meta({ description: 'While it is false nothing is sent, and events create no deliveries.' }),
  disabledReason: WebhookDisabledReason.nullable().meta({
    description:
      'Null while it is enabled. `switched_off`: by a caller; `gone`: the receiver responded with 410; `failing`: ' +
      'every attempt failed for five days.',
  }),
  disabledAt: Time.nullable(),
  lastSuccessAt: Time.nullable(),
  lastFailureAt: Time.nullable(),
  failuresInRow: z.int().min(0).meta({ description: 'Failed attempts since the last success.' }),
  failingSince: Time.nullable().meta({ description: 'The first of the failures in a row.' }),
  previousSecretUntil: Time.nullable().meta({
    description: `Until then deliveries are signed with the secret before the last rotation as well: ${secretOverlapHours} hours.`,
  }),
  createdAt: Time,
  updatedAt: Time,
};

/** An HTTP endpoint to which the events of a team are sent. */
export const Webhook = z.strictObject(webhookFields).meta({ id: 'Webhook' });
export type Webhook = z.infer<typeof Webhook>;

/** A webhook as events contain it: without its health, which changes without an event. */
export const WebhookSnapshot = Webhook.omit({
  lastSuccessAt: true,
  lastFailureAt: true,
  failuresInRow: true,
  failingSince: true,
}).meta({ id: 'WebhookSnapshot' });

/** The response to the creation and to a rotation of the secret. No other response has the secret. */
export const WebhookWithSecret = z
  .strictObject({
    ...webhookFields,
    secret: z.string().meta({
      description: 'Verifies signatures. Store it: no later response shows it.',
      example: 'whsec_…',
    }),
  })
  .meta({ id: 'WebhookWithSecret' });
export type WebhookWithSecret = z.infer<typeof WebhookWithSecret>;

export const WebhookTarget = z.strictObject({ webhookId: PathId });

export const ListWebhooks = z.strictObject({ teamId: PathId, ...PagedOnRequest });

/** The URL to POST to. The operation checks whether webhooks may reach its address. */
const WebhookUrl = text(textBounds.webhookUrl).meta({
  description: 'http:// or https://, at a public address unless the operator allows others.',
  example: 'https://example.com/hooks/crewboard',
});

const WebhookDescription = text(textBounds.webhookDescription).meta({
  description: 'The purpose of the endpoint, for people.',
});

/** On creation null counts as absent. */
export const CreateWebhook = z.strictObject({
  teamId: PathId,
  url: WebhookUrl,
  description: WebhookDescription.nullish(),
  eventTypes: EventTypes.nullish().meta({
    description: '`["task.completed"]` when absent; `["*"]` for all.',
  }),
  enabled: Flag.nullish().meta({ description: 'True when absent.' }),
});

export const WebhookPatch = z.strictObject({
  url: WebhookUrl.optional(),
  description: WebhookDescription.nullable().optional(),
  eventTypes: EventTypes.optional(),
  enabled: Flag.optional().meta({
    description:
      'True enables it again, for any reason that it was disabled; pending deliveries are then sent, up to ' +
      `${deliveryRetentionDays} days old.`,
  }),
});
export type WebhookPatch = z.infer<typeof WebhookPatch>;

export const UpdateWebhook = WebhookTarget.extend(WebhookPatch.shape);

export const DeliveryStatus = oneOf(valuesOf(enums.DeliveryStatus)).meta({ id: 'DeliveryStatus' });
export type DeliveryStatus = z.infer<typeof DeliveryStatus>;

/** One attempt to deliver. */
const WebhookAttempt = z
  .strictObject({
    at: Time,
    statusCode: z.int().nullable().meta({ description: 'Null when there was no response.' }),
    error: z.string().nullable().meta({ description: 'Why it failed, for people; null on success.' }),
    latencyMs: z.int().min(0),
  })
  .meta({ id: 'WebhookAttempt' });
export type WebhookAttempt = z.infer<typeof WebhookAttempt>;

const deliveryFields = {
  id: Id.meta({ description: 'Also the header `webhook-id`: the same on every attempt.' }),
  webhookId: Id,
  eventId: z.string().meta({ description: 'The id of the event in the log.', example: eventIdExample }),
  eventType: EventType,
  status: DeliveryStatus,
  attempts: z.array(WebhookAttempt).meta({ description: 'The oldest first; the last hundred are kept.' }),
  nextAttemptAt: Time.nullable().meta({ description: 'Null unless it is pending.' }),
  createdAt: Time,
};

/** An event that is sent to a webhook, in one or more attempts. */
export const WebhookDelivery = z.strictObject(deliveryFields).meta({ id: 'WebhookDelivery' });
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

/** A delivery with its last request and the response to it. */
export const WebhookDeliveryDetails = z
  .strictObject({
    ...deliveryFields,
    request: z
      .strictObject({
        url: z.string(),
        headers: z.record(z.string(), z.string()).meta({ description: 'Empty before the first attempt.' }),
        body: z.string().meta({
          description:
            'The same bytes on every attempt, except for data that was deleted or erased in between.',
        }),
      })
      .meta({ description: 'The last request, or the first one that will be sent.' }),
    response: z
      .strictObject({
        statusCode: z.int(),
        body: z.string().meta({ description: 'The first KiB.' }),
      })
      .nullable()
      .meta({ description: 'The last response; null when the last attempt got no response.' }),
  })
  .meta({ id: 'WebhookDeliveryDetails' });
export type WebhookDeliveryDetails = z.infer<typeof WebhookDeliveryDetails>;

/**
 * `installation`: another installation used the database last; `server`: the database was on another PostgreSQL server.
 */
export const DeliveryHoldReason = oneOf(['installation', 'server']);
export type DeliveryHoldReason = z.infer<typeof DeliveryHoldReason>;

/** Why the installation holds all deliveries: its database may be a copy, whose original sends them too. */
export const DeliveryHold = z.strictObject({
  reason: DeliveryHoldReason.nullable().meta({ description: 'Null while deliveries are sent.' }),
});
export type DeliveryHold = z.infer<typeof DeliveryHold>;

/** The newest first. */
export const ListDeliveries = WebhookTarget.extend({
  status: DeliveryStatus.optional(),
  type: EventType.optional(),
  ...Paged,
});

export const DeliveryTarget = WebhookTarget.extend({ deliveryId: PathId });

/** Sends the events since this time that were not delivered. The time may be as long ago as deliveries are kept. */
export const RecoverDeliveries = WebhookTarget.extend({
  since: Instant.refine((value) => new Date(value) <= new Date(), {
    error: 'must not lie in the future',
    abort: true,
  }).refine((value) => new Date(value).getTime() >= Date.now() - deliveryRetentionDays * 86_400_000, {
    error: `must not lie more than ${deliveryRetentionDays} days back`,
  }),
});

/** A recovery that has begun; its deliveries follow. */
export const WebhookRecovery = z.strictObject({ webhookId: Id, since: Time }).meta({ id: 'WebhookRecovery' });
export type WebhookRecovery = z.infer<typeof WebhookRecovery>;

/** The subject as events contain it (`WebhookSnapshot`). Unlike there, a webhook has no URL, which may be a secret. */
const Snapshot = z.record(z.string(), z.unknown());

/** The body of a delivery: the subject after the change, in the field named after its kind. */
export const WebhookPayload = z
  .strictObject({
    type: EventType,
    timestamp: Time.meta({ description: 'When it happened.' }),
    data: z.strictObject({
      eventId: z.string().meta({ description: 'The id of the event in the log.', example: eventIdExample }),
      teamId: Id,
      task: Snapshot.optional(),
      agent: Snapshot.optional(),
      project: Snapshot.optional(),
      apiKey: Snapshot.optional(),
      member: Snapshot.optional(),
      invitation: Snapshot.optional(),
      team: Snapshot.optional(),
      webhook: Snapshot.optional(),
      changes: EventChanges.optional().meta({ description: 'What changed, field by field.' }),
      actor: EventActor,
    }),
  })
  .meta(documentedAs('WebhookPayload'));
export type WebhookPayload = z.infer<typeof WebhookPayload>;
