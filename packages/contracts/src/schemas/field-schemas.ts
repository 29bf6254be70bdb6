import { AgentStatus as agentStatuses, PauseMode } from '@crewboard/db/enums';
import { z } from 'zod';
import { maxArchiveAfterDays } from '../bounds/archive-bounds.ts';
import { attemptLimit } from '../bounds/attempt-limit.ts';
import { maxBlockers } from '../bounds/dependency-bounds.ts';
import { areLinksShort, isLinkUrl, maxLinkBytes, maxLinks } from '../bounds/link-bounds.ts';
import { maxStaleSeconds, minStaleSeconds } from '../bounds/next-bounds.ts';
import { textBounds } from '../bounds/text-bounds.ts';
import { taskPriorities, taskStatuses, valuesOf } from '../enums.ts';
import {
  creationNames,
  type Field,
  type FieldKind,
  type Fields,
  type FieldTexts,
  type NamesWith,
  writableNames,
} from '../fields/fields.ts';
import { EventActor } from './actor.ts';
import {
  CalendarDate,
  Description,
  ExternalId,
  GivenTime,
  Id,
  LongText,
  maxInteger,
  Name,
  oneOf,
  Reference,
  Time,
  text,
  wholeNumber,
} from './values.ts';

// Makes the schemas of a resource from its table of fields (`fields/task-fields.ts` and others): its response, its
// creation and its patch. Each kind of field has one schema in responses and one in requests.

export const TaskStatus = oneOf(taskStatuses).meta({ id: 'TaskStatus' });
export type TaskStatus = z.infer<typeof TaskStatus>;

export const TaskPriority = oneOf(taskPriorities).meta({ id: 'TaskPriority' });
export type TaskPriority = z.infer<typeof TaskPriority>;

const AgentStatus = oneOf(valuesOf(agentStatuses)).meta({ id: 'AgentStatus' });

/** Why, since when and by whom an agent, a project or the team is paused. */
export const Pause = z
  .strictObject({
    at: Time,
    reason: z.string(),
    mode: oneOf(valuesOf(PauseMode)).meta({
      description:
        '`finish`: running claims end as they would have. `release`: those that are left after the grace are released.',
    }),
    by: EventActor,
  })
  .meta({ id: 'Pause' });
export type Pause = z.infer<typeof Pause>;

/** Why no agent gets the task until a person or a team API key releases, assigns or moves it. */
const NeedsAttention = oneOf(['attempts_exhausted']);

const { message: error, min, max } = attemptLimit;
const AttemptLimit = z.int({ error }).min(min, { error }).max(max, { error });

/** A page that belongs to a task. */
export const Link = z.strictObject({ url: z.string(), title: z.string().nullable() }).meta({ id: 'Link' });
export type Link = z.infer<typeof Link>;

const LinkUrl = text(textBounds.linkUrl).refine(isLinkUrl, {
  error: 'must be an address that begins with http:// or https://, without a user name, a password or blanks',
});

/** The links of a request, which replace all links of the task. */
const GivenLinks = z
  .array(
    z.strictObject({
      url: LinkUrl,
      title: text(textBounds.linkTitle)
        .nullish()
        .transform((title) => title ?? null),
    }),
  )
  .max(maxLinks, { error: `must have at most ${maxLinks} links` })
  .refine(areLinksShort, { error: `must have at most ${maxLinkBytes} bytes in all, as JSON` });

/**
 * The ids of tasks that a task waits for. The output is sorted and without duplicates, so that equal sets are equal
 * lists.
 */
const TaskIds = z
  .array(Reference, { error: 'must be an array of ids of tasks' })
  .max(maxBlockers, { error: `must have at most ${maxBlockers} ids` })
  .overwrite((ids) => [...new Set(ids)].sort());

/** The schema of each kind of field in a response. */
const responseSchemas = {
  id: Id,
  teamId: Id,
  projectId: Id,
  agentId: Id,
  memberId: Id,
  externalId: z.string(),
  taskId: Id,
  name: z.string(),
  title: z.string(),
  description: z.string(),
  longText: z.string(),
  instructions: z.string(),
  links: z.array(Link),
  taskIds: z.array(Id),
  taskStatus: TaskStatus,
  taskPriority: TaskPriority,
  needsAttention: NeedsAttention,
  agentStatus: AgentStatus,
  pause: Pause,
  attemptLimit: z.int(),
  days: z.int().min(1),
  staleSeconds: z.int().min(1),
  count: z.int().min(0),
  version: z.int().min(1),
  rank: z.string(),
  flag: z.boolean(),
  date: CalendarDate,
  time: Time,
} as const satisfies Record<FieldKind, z.ZodType>;

/** The schema of each kind of field in a request: with the bounds of its values. */
const requestSchemas = {
  ...responseSchemas,
  projectId: Reference,
  agentId: Reference,
  memberId: Reference,
  externalId: ExternalId,
  taskId: Reference,
  name: Name,
  title: text(textBounds.title),
  description: Description,
  longText: LongText,
  instructions: text(textBounds.instructions),
  links: GivenLinks,
  taskIds: TaskIds,
  attemptLimit: AttemptLimit,
  days: wholeNumber(1, maxArchiveAfterDays),
  staleSeconds: wholeNumber(minStaleSeconds, maxStaleSeconds),
  count: wholeNumber(0, maxInteger),
  time: GivenTime,
} as const satisfies Record<FieldKind, z.ZodType>;

type SchemaOf<F extends Field, Kinds extends Record<FieldKind, z.ZodType>> = F extends { isNullable: true }
  ? z.ZodNullable<Kinds[F['kind']]>
  : Kinds[F['kind']];

type ResponseShape<Table extends Fields> = {
  [Name in keyof Table]: SchemaOf<Table[Name], typeof responseSchemas>;
};
type CreationShape<Table extends Fields> = {
  [Name in NamesWith<Table, { onCreation: string }>]: Table[Name] extends { onCreation: 'required' }
    ? SchemaOf<Table[Name], typeof requestSchemas>
    : z.ZodOptional<z.ZodNullable<(typeof requestSchemas)[Table[Name]['kind']]>>;
};
type PatchShape<Table extends Fields> = {
  [Name in NamesWith<Table, { writtenBy: string }>]: z.ZodOptional<
    SchemaOf<Table[Name], typeof requestSchemas>
  >;
};

const withDescription = (schema: z.ZodType, description: string | undefined) =>
  description ? schema.meta({ description }) : schema;

/** The shape of an object with the fields of these names. */
function shapeOf<Shape>(names: readonly string[], toSchema: (name: string) => z.ZodType): Shape {
  return Object.fromEntries(names.map((name) => [name, toSchema(name)])) as Shape;
}

/** All fields, as responses have them. */
export const responseShape = <Table extends Fields>(fields: Table, texts: FieldTexts<Table>) =>
  shapeOf<ResponseShape<Table>>(Object.keys(fields), (name) => {
    const { kind, isNullable } = fields[name] as Field;
    return withDescription(
      isNullable ? responseSchemas[kind].nullable() : responseSchemas[kind],
      texts[name]?.inResponse,
    );
  });

/**
 * The fields that the creation takes. Null counts as absent for optional fields that cannot be null
 * (`fieldsOnCreation`).
 */
export const creationShape = <Table extends Fields>(fields: Table, texts: FieldTexts<Table>) =>
  shapeOf<CreationShape<Table>>(creationNames(fields), (name) => {
    const { kind, onCreation } = fields[name] as Field;
    return withDescription(
      onCreation === 'required' ? requestSchemas[kind] : requestSchemas[kind].nullish(),
      texts[name]?.onCreation,
    );
  });

/** The fields that an update can write, each optional. */
export const patchShape = <Table extends Fields>(fields: Table, texts: FieldTexts<Table>) =>
  shapeOf<PatchShape<Table>>(writableNames(fields), (name) => {
    const { kind, isNullable } = fields[name] as Field;
    const schema = isNullable ? requestSchemas[kind].nullable() : requestSchemas[kind];
    return withDescription(schema.optional(), texts[name]?.onUpdate);
  });
