// The type of the tables of fields (`task-fields.ts`, `agent-fields.ts`, `project-fields.ts`) and lookups in them. A
// table declares each field of a resource once; schemas, statements, events, tools and labels are derived from it. How
// to add a field: CONTRIBUTING.md, "Add a field to a task, an agent or a project".

/**
 * What a field holds. The kind decides its schemas (`schemas/field-schemas.ts`), the type of its column and how pages
 * show it.
 */
export type FieldKind =
  | 'id'
  | 'teamId'
  | 'projectId'
  | 'agentId'
  | 'memberId'
  | 'externalId'
  | 'name'
  | 'title'
  | 'description'
  | 'longText'
  | 'instructions'
  | 'links'
  | 'taskId'
  | 'taskIds'
  | 'taskStatus'
  | 'taskPriority'
  | 'needsAttention'
  | 'agentStatus'
  | 'pause'
  | 'attemptLimit'
  | 'days'
  | 'staleSeconds'
  | 'count'
  | 'version'
  | 'rank'
  | 'flag'
  | 'date'
  | 'time';

/** Short responses (`Prefer: return=minimal`) and results of MCP tools that have a field. */
export type ShortForm = 'claimed' | 'listed' | 'written' | 'claimedByTool' | 'listedByTool';

export type Field = {
  kind: FieldKind;
  isNullable?: true;
  /**
   * The name of the field in sentences of the history and the audit log. Events do not record changes of a field
   * without a label, because these follow from other changes or do not change the subject.
   */
  label?: string;
  /**
   * Who may write the field after the creation. `people`: members and team API keys. `everyone`: agents too. `creator`:
   * people, and the agent that created the task while nobody holds it. Absent: no update writes it.
   */
  writtenBy?: 'everyone' | 'people' | 'creator';
  /** Whether the creation takes the field. An absent optional field becomes `whenAbsent`, or null without that. */
  onCreation?: 'required' | 'optional';
  whenAbsent?: string | number | readonly never[];
  shortForms?: readonly ShortForm[];
  /** Whether the tables of the command line have the field as a column, beside id, title or name, status and time. */
  isColumn?: true;
  /** The first set of fields of events that has the field; absent if all have it (docs/decisions/0006-one-log.md). */
  since?: number;
};

export type Fields = Readonly<Record<string, Field>>;

/** Fields that the creation takes and that these may write later. */
export const optionalFor = {
  everyone: { writtenBy: 'everyone', onCreation: 'optional' },
  people: { writtenBy: 'people', onCreation: 'optional' },
  creator: { writtenBy: 'creator', onCreation: 'optional' },
} as const;

/** Whether snapshots of events have the field. Instructions are long and seldom change: `changes` alone has them. */
export const isInSnapshots = ({ kind }: Field): boolean => kind !== 'instructions';

/** The names of the fields whose declaration has these properties. */
export type NamesWith<Table extends Fields, Properties> = {
  [Name in keyof Table & string]: Table[Name] extends Properties ? Name : never;
}[keyof Table & string];

/** Descriptions for the OpenAPI document, where the name of a field does not say enough. */
export type FieldTexts<Table extends Fields> = {
  readonly [Name in keyof Table]?: {
    readonly [Use in 'inResponse' | 'onCreation' | 'onUpdate']?: string;
  };
};

export const namesWhere = (fields: Fields, isWanted: (field: Field) => boolean): string[] =>
  Object.keys(fields).filter((name) => isWanted(fields[name] as Field));

/** For sentences: "title, description and priority". */
export const namesInWords = (names: readonly string[]): string => new Intl.ListFormat('en-GB').format(names);

/** The fields whose changes events record. */
export const recordedNames = (fields: Fields) => namesWhere(fields, ({ label }) => label !== undefined);

export const writableNames = <Table extends Fields>(fields: Table) =>
  namesWhere(fields, ({ writtenBy }) => writtenBy !== undefined) as NamesWith<Table, { writtenBy: string }>[];

export const creationNames = <Table extends Fields>(fields: Table) =>
  namesWhere(fields, ({ onCreation }) => onCreation !== undefined) as NamesWith<
    Table,
    { onCreation: string }
  >[];

type NamesIn<Table extends Fields, Form> = {
  [Name in keyof Table & string]: Table[Name] extends { shortForms: readonly (infer Of)[] }
    ? Form extends Of
      ? Name
      : never
    : never;
}[keyof Table & string];

export const shortNames = <Table extends Fields, Form extends ShortForm>(fields: Table, form: Form) =>
  namesWhere(fields, ({ shortForms }) => Boolean(shortForms?.includes(form))) as NamesIn<Table, Form>[];

type Given<Table extends Fields> = { readonly [Name in NamesWith<Table, { onCreation: string }>]?: unknown };
type Created<Table extends Fields, Values extends Given<Table>> = {
  [Name in NamesWith<Table, { onCreation: string }>]:
    | NonNullable<Values[Name]>
    | (Table[Name] extends { isNullable: true } ? null : never);
};

/** All fields that the creation takes: the given values, and the defaults of the absent ones. */
export function fieldsOnCreation<Table extends Fields, Values extends Given<Table>>(
  fields: Table,
  given: Values,
): Created<Table, Values> {
  const names = creationNames(fields);
  const createdValue = (name: (typeof names)[number]) => {
    const { isNullable, whenAbsent = null } = fields[name] as Field;
    const value = given[name];
    return value === undefined || (value === null && !isNullable) ? whenAbsent : value;
  };
  return Object.fromEntries(names.map((name) => [name, createdValue(name)])) as Created<Table, Values>;
}
