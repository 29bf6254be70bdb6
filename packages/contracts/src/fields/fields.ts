// The shape of the tables of fields: `task-fields`, `agent-fields`, `project-fields`. Each states what there is to know of a
// field, once. Docs: CONTRIBUTING.md, "Add a field to a resource".

/**
 * What a field holds. Its bounds in requests and its form in responses (`field-schemas`), its column in the database and how
 * people read it follow.
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

/** The responses and tools that have a field although they are to be short. */
export type ShortForm = 'claimed' | 'listed' | 'written' | 'claimedByTool' | 'listedByTool';

export type Field = {
  kind: FieldKind;
  isNullable?: true;
  /**
   * As people call it in sentences of the history and the audit. Changes of a field without a label are not recorded: they
   * follow from others, or are no changes of the subject.
   */
  label?: string;
  /**
   * Who may write it later: people and team API keys, and agents either as well, or never, or what they created while
   * nobody holds it. Absent: no update does.
   */
  writtenBy?: 'everyone' | 'people' | 'creator';
  /** Whether the creation takes it. An optional one is null, or as `whenAbsent` says. */
  onCreation?: 'required' | 'optional';
  whenAbsent?: string | number | readonly never[];
  shortForms?: readonly ShortForm[];
  /** A column of the tables that the command line prints, beside id, title or name, status and time. */
  isColumn?: true;
  /** The first set of fields of events (docs/decisions/0006-one-log.md) that has it, if not all have it. */
  since?: number;
};

export type Fields = Readonly<Record<string, Field>>;

/** Of a field that the creation takes as well: who may write it later. */
export const optionalFor = {
  everyone: { writtenBy: 'everyone', onCreation: 'optional' },
  people: { writtenBy: 'people', onCreation: 'optional' },
  creator: { writtenBy: 'creator', onCreation: 'optional' },
} as const;

/** Whether the snapshots of events have it: of a text that few events are about, the changes have both sides. */
export const isInSnapshots = ({ kind }: Field): boolean => kind !== 'instructions';

/** The names of the fields that have these properties. */
export type NamesWith<Table extends Fields, Properties> = {
  [Name in keyof Table & string]: Table[Name] extends Properties ? Name : never;
}[keyof Table & string];

/** Descriptions for the documents, where the name of a field does not tell enough. */
export type FieldTexts<Table extends Fields> = {
  readonly [Name in keyof Table]?: {
    readonly [Use in 'inResponse' | 'onCreation' | 'onUpdate']?: string;
  };
};

export const namesWhere = (fields: Fields, isWanted: (field: Field) => boolean): string[] =>
  Object.keys(fields).filter((name) => isWanted(fields[name] as Field));

/** For sentences: "title, description and priority". */
export const namesInWords = (names: readonly string[]): string => new Intl.ListFormat('en-GB').format(names);

/** Those that events tell of. */
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

/** The fields of what is created: those given, and the others as they are when absent. */
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
