import * as enums from '@crewboard/db/enums';
import { z } from 'zod';
import { valuesOf } from '../enums.ts';
import { MemberRole } from '../resources/member.ts';
import { EventActor } from '../schemas/actor.ts';
import { documentedAs, extensible } from '../schemas/open-api.ts';
import { Limit, maxCursorLength } from '../schemas/paging.ts';
import { Id, Instant, oneOf, PathId, Reference, Time, text, wholeNumber } from '../schemas/values.ts';

/** Every type of event. */
export const EventType = oneOf([
  'task.created',
  'task.updated',
  'task.claimed',
  'task.moved',
  'task.completed',
  'task.released',
  'task.failed',
  'task.lease_expired',
  'task.commented',
  'task.archived',
  'task.restored',
  'task.deleted',
  'task.blocked',
  'task.unblocked',
  'task.stale',
  'agent.created',
  'agent.updated',
  'agent.deactivated',
  'agent.reactivated',
  'agent.token_rotated',
  'agent.token_expiring',
  'agent.paused',
  'agent.resumed',
  'project.created',
  'project.updated',
  'project.paused',
  'project.resumed',
  'project.archived',
  'project.restored',
  'project.deleted',
  'team.paused',
  'team.resumed',
  'team.deleted',
  'team.restored',
  'api_key.created',
  'api_key.revoked',
  'api_key.expiring',
  'member.added',
  'member.updated',
  'member.role_changed',
  'member.removed',
  'member.password_changed',
  'member.password_reset',
  'member.signed_in_on_new_device',
  'invitation.created',
  'invitation.accepted',
  'invitation.revoked',
  'webhook.created',
  'webhook.updated',
  'webhook.disabled',
  'webhook.deleted',
  'webhook.secret_rotated',
  'webhook.tested',
  'webhook.redelivered',
  'webhook.recovered',
]).meta({ id: 'EventType', description: 'Later versions may add types.', ...extensible });
export type EventType = z.infer<typeof EventType>;

/** The types of the events of a kind of subject. */
export const eventTypesOf = (subject: EventSubject): EventType[] =>
  EventType.options.filter((type) => type.startsWith(`${subject}.`));

export const EventSubject = oneOf(valuesOf(enums.EventSubject));
export type EventSubject = z.infer<typeof EventSubject>;

/** Any JSON value. */
const FieldValue = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  z.array(z.unknown()),
  z.record(z.string(), z.unknown()),
]);

/** Fields that `changes` never has, of subjects without a table of fields, such as webhooks. */
export const unrecordedFields = ['updatedAt'] as const;

/** The changed fields by name, each with its value before and after. */
export const EventChanges = z.record(z.string(), z.strictObject({ before: FieldValue, after: FieldValue }));

/** The type of a stored event. Any text is accepted, because a later version may have written the event. */
const StoredType = z.string() as unknown as typeof EventType;

/** Transaction, number and random bits of the event: see `log-position.ts`. */
export const eventIdExample = '8412-1093-9f3c21aa';

/** One change, as the event log keeps it. */
export const Event = z
  .strictObject({
    id: z.string().meta({
      description:
        'Opaque. Valid as `cursor` and as `Last-Event-ID` for as long as the event exists; no other event gets this id.',
      example: eventIdExample,
    }),
    type: StoredType,
    teamId: Id,
    subject: z
      .strictObject({ type: EventSubject, id: Id })
      .meta({ description: 'The thing that was changed. Its state after the change is the `snapshot`.' }),
    actor: EventActor,
    requestId: z
      .string()
      .nullable()
      .meta({ description: 'The `X-Request-Id` of the call that made the change.' }),
    snapshot: z.record(z.string(), z.unknown()).meta({
      description:
        'The subject after the change, as its own resource shows it, without counts and health, which are no changes of it.',
    }),
    changes: EventChanges.nullable().meta({
      description: 'What changed, field by field; null where something was created.',
    }),
    createdAt: Time,
  })
  .meta(documentedAs('Event'));
export type Event = z.infer<typeof Event>;

/** An event with its place in the log, for the dashboard: it must order events, and ids are opaque to it. */
export const LoggedEvent = z.strictObject({
  ...Event.shape,
  /** The transaction that wrote it: see `isVisibleIn`. */
  xid: z.string(),
  /** The order of the event within its transaction. */
  number: z.string(),
});
export type LoggedEvent = z.infer<typeof LoggedEvent>;

/** The id of the last event that was received. The operation checks whether such an event exists. */
const EventCursor = text({ max: maxCursorLength }).meta({
  description:
    'The `X-Next-Cursor` of the page before, or the `id` of the last event that was received. `0` is the beginning of ' +
    'the log.',
});

const EventOrder = oneOf(['asc', 'desc'])
  .default('asc')
  .meta({ description: '`asc`: the oldest first, `desc`: the newest first.' });

const eventPage = { order: EventOrder, limit: Limit, cursor: EventCursor.optional() };

export const ListEvents = z.strictObject({
  teamId: PathId,
  type: EventType.optional(),
  taskId: Reference.meta({ description: 'Events of this task only.' }).optional(),
  ...eventPage,
});

export const ListTaskEvents = z.strictObject({ taskId: PathId, ...eventPage });

/** A stream of events: those after `lastEventId`, or those from now on without it. */
export const FollowEvents = z.strictObject({
  teamId: PathId,
  type: EventType.optional(),
  taskId: Reference.optional(),
  lastEventId: EventCursor.optional(),
  /**
   * The member's role when the page was rendered. A stream for another role is rejected, so that the page is
   * reloaded.
   */
  role: MemberRole.optional(),
  /** A client that missed more events than this gets `hasGap` instead of the events. */
  maxMissedEvents: wholeNumber(1, 100_000).optional(),
});

/** A lease that a heartbeat extended. Streams have it beside the events, because a heartbeat has no event. */
export const LeaseExtension = z.strictObject({ taskId: Id, attempt: z.int(), leaseExpiresAt: Time });
export type LeaseExtension = z.infer<typeof LeaseExtension>;

/** One message of a stream: the events since the last message, in the order of the log. */
export const LiveEvents = z.strictObject({
  events: z.array(LoggedEvent),
  /** The client missed more than `maxMissedEvents` events, so data that it read before is out of date. */
  hasGap: z.boolean(),
  /** For members only. Extensions may be lost; a later heartbeat or a read of the task makes up for it. */
  leases: z.array(LeaseExtension).optional(),
  /** The clock of the service, by which leases end. Only in the first message for a member. */
  sentAt: Time.optional(),
});
export type LiveEvents = z.infer<typeof LiveEvents>;

/**
 * The last event of the team, or the beginning of the log. Data that is read after this response includes the effect of
 * every event up to it.
 */
export const LogEnd = z.strictObject({ id: z.string() });

/** The filter of the audit log: `from` is inclusive, `to` exclusive. */
export const AuditFilter = z.strictObject({
  actorId: Reference.optional(),
  type: EventType.optional(),
  subjectType: EventSubject.optional(),
  subjectId: Reference.optional(),
  from: Instant.optional(),
  to: Instant.optional(),
});
export type AuditFilter = z.infer<typeof AuditFilter>;

/** The newest events first. Exports read pages of up to 1,000 events. */
export const ListAudit = AuditFilter.extend({
  teamId: PathId,
  limit: wholeNumber(1, 1_000).default(50),
  cursor: EventCursor.nullish(),
});

/** The history of a task, the newest event first, for its panel. */
export const TaskHistoryQuery = z.strictObject({
  taskId: PathId,
  limit: Limit,
  cursor: EventCursor.nullish(),
});

export const EventPage = z.strictObject({
  events: z.array(LoggedEvent),
  nextCursor: z.string().nullable(),
  /** When events were last removed at the end of their retention; null while all events are still there. */
  historyRemovedAt: Time.nullable(),
});
export type EventPage = z.infer<typeof EventPage>;

/** Claims and completions of a team by minute, the oldest first. The last minute has not ended. */
export const Activity = z.strictObject({
  /** The transactions that were visible to this read: see `isVisibleIn`. */
  snapshot: z.string(),
  minutes: z.array(z.strictObject({ start: Time, claims: z.int(), completions: z.int() })),
});
export type Activity = z.infer<typeof Activity>;
