import { z } from 'zod';
import { MemberRole } from './account.ts';
import { documentedAs, extensible } from './open-api.ts';
import { Limit, maxCursorLength } from './paging.ts';
import { Id, oneOf, PathId, Reference, Time, text } from './text.ts';

/** Every kind of change that the log records. */
export const EventType = oneOf([
  'task.created',
  'task.updated',
  'task.claimed',
  'task.moved',
  'task.completed',
  'task.commented',
  'agent.created',
  'agent.updated',
  'agent.deactivated',
  'agent.reactivated',
  'agent.token_rotated',
  'project.created',
  'project.updated',
  'api_key.created',
  'api_key.revoked',
  'member.added',
  'member.updated',
  'member.role_changed',
  'member.removed',
  'member.password_changed',
  'member.password_reset',
  'member.signed_in_on_new_device',
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

/** The kinds of event that tell of a kind of subject. */
export const eventTypesOf = (subject: EventSubject): EventType[] =>
  EventType.options.filter((type) => type.startsWith(`${subject}.`));

export const EventSubject = oneOf(['task', 'agent', 'project', 'api_key', 'member', 'webhook']);
export type EventSubject = z.infer<typeof EventSubject>;

/** Who did something. The name is the one they have now; null for the service itself. */
export const EventActor = z
  .strictObject({
    kind: oneOf(['agent', 'key', 'member', 'system']),
    id: Id.nullable(),
    name: z.string().nullable(),
  })
  .meta({ id: 'Actor' });
export type EventActor = z.infer<typeof EventActor>;

/** A value of a field: whatever JSON can say. */
const FieldValue = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  z.array(z.unknown()),
  z.record(z.string(), z.unknown()),
]);

/** Field by field. */
export const EventChanges = z.record(z.string(), z.strictObject({ before: FieldValue, after: FieldValue }));

/**
 * Stands for a text of a task above 1 KiB where events are kept: in the log, and in the stream of the dashboard, which
 * reads the task where it shows the text. Nothing else that leaves the service holds one.
 */
export type TextReference = { textVersion: number; bytes: number };

export function isTextReference(value: unknown): value is TextReference {
  return value !== null && typeof value === 'object' && 'textVersion' in value;
}

/** One change, as the log keeps it. */
export const Event = z
  .strictObject({
    id: z.string().meta({
      description: 'The place of the event in the log: opaque. Good as `cursor` and as `Last-Event-ID`.',
      example: '8412-1093',
    }),
    type: EventType,
    teamId: Id,
    subject: z
      .strictObject({ type: EventSubject, id: Id })
      .meta({ description: 'What was changed. Its state after the change is the `snapshot`.' }),
    actor: EventActor,
    requestId: z
      .string()
      .nullable()
      .meta({ description: 'The `X-Request-Id` of the call that made the change.' }),
    snapshot: z.record(z.string(), z.unknown()).meta({
      description:
        'The subject after the change, as its own resource shows it, but for counts and health, which are no changes of it.',
    }),
    changes: EventChanges.nullable().meta({
      description: 'What changed, field by field; null where something was created.',
    }),
    createdAt: Time,
  })
  .meta(documentedAs('Event'));
export type Event = z.infer<typeof Event>;

/** The id of the last event that was seen. Well-formed or not, the operation says. */
const EventCursor = text({ max: maxCursorLength }).meta({
  description: 'The `id` of the last event that was received (`X-Next-Cursor` of the page before).',
});

export const ListEvents = z.strictObject({
  teamId: PathId,
  type: EventType.optional(),
  taskId: Reference.meta({ description: 'Events of this task only.' }).optional(),
  limit: Limit,
  cursor: EventCursor.optional(),
});

export const ListTaskEvents = z.strictObject({
  taskId: PathId,
  limit: Limit,
  cursor: EventCursor.optional(),
});

/** A stream of events: from after `lastEventId` where it is given, else from now on. */
export const FollowEvents = z.strictObject({
  teamId: PathId,
  type: EventType.optional(),
  taskId: Reference.optional(),
  lastEventId: EventCursor.optional(),
  /** As which a page was made for a member: a stream for another role is refused, so that the page is made anew. */
  role: MemberRole.optional(),
  /** Whoever missed more events than this is told to read anew instead. */
  mostMissed: z.int().min(1).max(100_000).optional(),
});

/** One message of a stream: the events since the last one, in their order. */
export const LiveEvents = z.strictObject({
  events: z.array(Event),
  /** More events than `mostMissed` were missed: what was read before is out of date. */
  hasGap: z.boolean(),
});
export type LiveEvents = z.infer<typeof LiveEvents>;

/** Where the log ends now: what is read after this answer holds every event up to there. */
export const LogEnd = z.strictObject({ id: z.string() });

/** A time that is given: ISO 8601, UTC, from the year 1 on. */
export const Instant = z.iso
  .datetime({ error: 'must be a time in ISO 8601, UTC' })
  .refine((value) => value >= '0001', { error: 'must be a time in ISO 8601, UTC' });

/** What narrows the audit. The bounds of time are the first instant within and the first one after. */
export const AuditFilter = z.strictObject({
  actorId: Reference.optional(),
  type: EventType.optional(),
  subjectType: EventSubject.optional(),
  subjectId: Reference.optional(),
  from: Instant.optional(),
  to: Instant.optional(),
});
export type AuditFilter = z.infer<typeof AuditFilter>;

/** The newest events first. An export reads larger pages than people do. */
export const ListAudit = AuditFilter.extend({
  teamId: PathId,
  limit: z.int().min(1).max(1_000).default(50),
  cursor: EventCursor.nullish(),
});

/** The life of a task, the newest first, for its panel. */
export const TaskHistoryQuery = z.strictObject({
  taskId: PathId,
  limit: Limit,
  cursor: EventCursor.nullish(),
});

export const EventPage = z.strictObject({ events: z.array(Event), nextCursor: z.string().nullable() });
export type EventPage = z.infer<typeof EventPage>;

/** Claims and completions of a team, minute by minute: the oldest first, the last one is still running. */
export const Activity = z.strictObject({
  /** What this read saw of the log: see `isSeenBy`. */
  snapshot: z.string(),
  minutes: z.array(z.strictObject({ start: Time, claims: z.int(), completions: z.int() })),
});
export type Activity = z.infer<typeof Activity>;
