import { z } from 'zod';
import { recordedAgentFields } from '../fields/agent-fields.ts';
import { recordedProjectFields } from '../fields/project-fields.ts';
import { recordedTaskFields } from '../fields/task-fields.ts';
import { Agent } from '../resources/agent.ts';
import { ApiKeySnapshot } from '../resources/api-key.ts';
import { Comment } from '../resources/comment.ts';
import { InvitationSnapshot } from '../resources/invitation.ts';
import { MemberSnapshot } from '../resources/member.ts';
import { Project, ProjectSnapshot } from '../resources/project.ts';
import { Task } from '../resources/task.ts';
import { Team } from '../resources/team.ts';
import { WebhookPayload, WebhookSnapshot } from '../resources/webhook.ts';
import { TaskStatus } from '../schemas/field-schemas.ts';
import { Id } from '../schemas/values.ts';
import { Event, type EventSubject, type EventType, eventTypesOf, unrecordedFields } from './event.ts';

// Events and webhook payloads by type, for the OpenAPI document and the generated clients. They validate nothing: the
// log keeps an event as it was written, without the fields that its subject got in later versions.

/** Fields of subjects without a table of fields that `changes` never has: they never change, or are not recorded. */
const fieldsOutsideChanges: readonly string[] = ['id', 'userId', 'teamId', 'createdAt', ...unrecordedFields];
const changeableNames = (fields: z.ZodRawShape) =>
  Object.keys(fields).filter((field) => !fieldsOutsideChanges.includes(field));

/** The schema of `changes`: each field that may change, with its value before and after. */
function changesOf(fields: z.ZodRawShape, names = changeableNames(fields)) {
  const changes = Object.entries(fields)
    .filter(([field]) => names.includes(field))
    .map(([field, value]) => [
      field,
      z.strictObject({ before: value as z.ZodType, after: value as z.ZodType }).optional(),
    ]);
  return z.strictObject(Object.fromEntries(changes) as z.ZodRawShape);
}

/**
 * An entry of `changes` that is not a field of the subject: it has no value before. `before` is nullable instead of
 * null, because some client generators drop a property that can only be null.
 */
const factOf = (value: z.ZodType) =>
  z.strictObject({ before: value.nullable().meta({ description: 'Null.' }), after: value }).optional();

const TaskChanges = changesOf(Task.shape, recordedTaskFields)
  .extend({
    comment: factOf(
      Comment.pick({ id: true, body: true, createdAt: true }).extend({
        number: z.int().meta({ description: 'Its number among the comments of the task: 1 for the first.' }),
      }),
    ),
    reason: factOf(
      z.string().meta({
        description:
          'The reason of a release or failure, why the service has archived or restored the task, or what a stale task was: working, assigned or queued.',
      }),
    ),
  })
  .meta({ id: 'TaskChanges' });
const expiryWarning = {
  expiresInDays: factOf(z.int().meta({ description: 'The days until it expires, rounded up.' })),
};
const AgentChanges = changesOf(Agent.shape, recordedAgentFields)
  .extend(expiryWarning)
  .meta({ id: 'AgentChanges' });
const ProjectChanges = changesOf(Project.shape, recordedProjectFields).meta({ id: 'ProjectChanges' });
const TeamChanges = changesOf(Team.shape, ['paused']).meta({ id: 'TeamChanges' });
const ApiKeyChanges = changesOf(ApiKeySnapshot.shape).extend(expiryWarning).meta({ id: 'ApiKeyChanges' });
const MemberChanges = changesOf(MemberSnapshot.shape).meta({ id: 'MemberChanges' });
const InvitationChanges = changesOf(InvitationSnapshot.shape).meta({ id: 'InvitationChanges' });
const WebhookChanges = changesOf(WebhookSnapshot.shape)
  .extend({
    since: factOf(z.string().meta({ description: 'An ISO 8601 time in UTC.' })),
    delivery: factOf(Id),
  })
  .meta({ id: 'WebhookChanges' });

/** A field of a deleted task, which has no value after. `after` is nullable for the same reason as in `factOf`. */
const formerOf = (value: z.ZodType) =>
  z.strictObject({ before: value, after: value.nullable().meta({ description: 'Null.' }) });
/** The board column of a deleted task; null if the task was archived. */
const DeletionChanges = z
  .strictObject({ projectId: formerOf(Id), status: formerOf(TaskStatus) })
  .meta({ id: 'TaskDeletionChanges', description: 'Null where the task was archived.' });
/** The id is all that is kept of a deleted subject. */
const DeletedSnapshot = z.strictObject({ id: Id }).meta({ id: 'DeletedSnapshot' });

const deletions: readonly EventType[] = ['task.deleted', 'project.deleted'];
/** The types whose snapshot is the whole subject: all but its deletion. */
const typesOf = (subject: EventSubject) => eventTypesOf(subject).filter((type) => !deletions.includes(type));

/** An event of one kind of subject. */
const eventOf = (
  subject: EventSubject,
  snapshot: z.ZodType,
  changes: z.ZodType,
  types: readonly string[] = typesOf(subject),
) =>
  z.strictObject({
    ...Event.shape,
    type: z.enum(types),
    subject: z
      .strictObject({ type: z.literal(subject), id: Id })
      .meta({ description: 'The thing that was changed.' }),
    snapshot: snapshot.meta({ description: 'The subject after the change.' }),
    changes: changes.nullable().meta({ description: 'Null where something was created.' }),
  });

/** `Event` by type. */
export const EventByType = z
  .discriminatedUnion('type', [
    eventOf('task', Task, TaskChanges).meta({ id: 'TaskEvent' }),
    eventOf('agent', Agent, AgentChanges).meta({ id: 'AgentEvent' }),
    eventOf('task', DeletedSnapshot, DeletionChanges, ['task.deleted']).meta({ id: 'TaskDeletedEvent' }),
    eventOf('project', ProjectSnapshot, ProjectChanges).meta({ id: 'ProjectEvent' }),
    // The `changes` of this event are always null, and its payload has none. Their schema allows more than null for the
    // reason in `factOf`.
    eventOf('project', DeletedSnapshot, ProjectChanges, ['project.deleted']).meta({
      id: 'ProjectDeletedEvent',
    }),
    eventOf('team', Team, TeamChanges).meta({ id: 'TeamEvent' }),
    eventOf('api_key', ApiKeySnapshot, ApiKeyChanges).meta({ id: 'ApiKeyEvent' }),
    eventOf('member', MemberSnapshot, MemberChanges).meta({ id: 'MemberEvent' }),
    eventOf('invitation', InvitationSnapshot, InvitationChanges).meta({ id: 'InvitationEvent' }),
    eventOf('webhook', WebhookSnapshot, WebhookChanges).meta({ id: 'WebhookEvent' }),
  ])
  .meta({
    id: 'Event',
    description: 'One change, by its type. Ignore events of types that you do not know.',
  });

/** The webhook payload of events of one kind of subject; `data` has the subject under `name`. */
const payloadOf = (
  subject: EventSubject,
  name: keyof typeof WebhookPayload.shape.data.shape,
  snapshot: z.ZodType,
  changes: z.ZodType | undefined,
  types: readonly string[] = typesOf(subject),
) => {
  const { eventId, teamId, actor } = WebhookPayload.shape.data.shape;
  return z.strictObject({
    ...WebhookPayload.shape,
    type: z.enum(types),
    data: z.strictObject({
      ...{ eventId, teamId, [name]: snapshot, actor },
      ...(changes && { changes: changes.optional() }),
    }),
  });
};

/** `WebhookPayload` by type. The URL of a webhook is often a secret of its receiver, so no payload has it. */
export const WebhookPayloadByType = z
  .discriminatedUnion('type', [
    payloadOf('task', 'task', Task, TaskChanges).meta({ id: 'TaskPayload' }),
    payloadOf('agent', 'agent', Agent, AgentChanges).meta({ id: 'AgentPayload' }),
    payloadOf('task', 'task', DeletedSnapshot, DeletionChanges, ['task.deleted']).meta({
      id: 'TaskDeletedPayload',
    }),
    payloadOf('project', 'project', ProjectSnapshot, ProjectChanges).meta({ id: 'ProjectPayload' }),
    payloadOf('project', 'project', DeletedSnapshot, undefined, ['project.deleted']).meta({
      id: 'ProjectDeletedPayload',
    }),
    payloadOf('team', 'team', Team, TeamChanges).meta({ id: 'TeamPayload' }),
    payloadOf('api_key', 'apiKey', ApiKeySnapshot, ApiKeyChanges).meta({ id: 'ApiKeyPayload' }),
    payloadOf('member', 'member', MemberSnapshot, MemberChanges).meta({ id: 'MemberPayload' }),
    payloadOf('invitation', 'invitation', InvitationSnapshot, InvitationChanges).meta({
      id: 'InvitationPayload',
    }),
    payloadOf(
      'webhook',
      'webhook',
      WebhookSnapshot.omit({ url: true }),
      WebhookChanges.omit({ url: true }),
    ).meta({ id: 'WebhookEventPayload' }),
  ])
  .meta({
    id: 'WebhookPayload',
    description:
      'The body of a webhook, by the type of the event: the subject as it was after the change, under its kind. ' +
      'Respond with 2xx to types that you do not know.',
  });
