import type { Field, FieldKind, Fields } from '@crewboard/contracts';
import { raw, type Sql, sql } from '@crewboard/db';
import { toSnakeCase } from '../to-snake-case.ts';
import { type Column, column, nullableText, nullableTime } from './define-row.ts';
import { descriptionInSnapshot, textInSnapshot } from './events/task-texts.ts';
import { pauseOf } from './pause-column.ts';

// Row definitions and column types from the tables of fields in the contracts (`task-fields` and others): the kind of a
// field decides.

/** The type of the column that stores a field of each kind. */
const sqlTypes = {
  ...{ id: 'text', teamId: 'text', projectId: 'text', agentId: 'text', memberId: 'text' },
  externalId: 'text',
  ...{
    name: 'text',
    title: 'text',
    description: 'text',
    longText: 'text',
    instructions: 'text',
    needsAttention: 'text',
  },
  ...{ taskStatus: 'task_status', taskPriority: 'task_priority', agentStatus: 'agent_status' },
  /** Pauses are in a table of their own: no statement writes them as a field. */
  pause: 'jsonb',
  links: 'jsonb',
  taskId: 'text',
  taskIds: 'text[]',
  ...{
    attemptLimit: 'int',
    days: 'int',
    staleSeconds: 'int',
    count: 'int',
    version: 'int',
    rank: 'text',
    flag: 'bool',
    date: 'date',
    time: 'timestamptz',
  },
} as const satisfies Record<FieldKind, string>;

/** The type of each column of these fields, for statements that write them. */
export const columnTypesOf = (fields: Fields, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [toSnakeCase(name), sqlTypes[(fields[name] as Field).kind]]));

/** The kinds of texts whose bytes count for the size of a page, because their length varies. */
const textsOfAnyLength: readonly FieldKind[] = [
  'name',
  'title',
  'description',
  'longText',
  'instructions',
  'externalId',
];

/** SQL: a date as in the contracts. Prisma and pg would convert it to a time in some time zone. */
const toDateText = (value: string) => raw(`to_char(${value}, 'YYYY-MM-DD')`);

const jsonBytes = (value: Sql) => sql`coalesce(octet_length((${value})::text), 0)`;

/** An upper bound: no id has 40 bytes with its quotes and comma. */
const idBytes = (value: Sql) => sql`40 * cardinality(${value})`;

const pauseColumn = column({
  sql: (row) => pauseOf(raw(`${row}.team_id`), raw(`${row}.id`)),
  bytes: jsonBytes,
});

function columnOf(name: string, { kind }: Field): Column<unknown> {
  if (kind === 'time') return nullableTime();
  if (kind === 'date') return column({ sql: (row) => toDateText(`${row}.${toSnakeCase(name)}`) });
  if (kind === 'pause') return pauseColumn;
  if (kind === 'links') return column({ bytes: jsonBytes });
  if (kind === 'taskIds') return column({ bytes: idBytes });
  // The description or the result of a task.
  if (kind === 'longText')
    return nullableText({ snapshot: textInSnapshot(name as 'description' | 'result') });
  if (kind === 'description') return nullableText({ snapshot: descriptionInSnapshot });
  return textsOfAnyLength.includes(kind) ? nullableText() : column();
}

/** The columns of a table of fields, or of the fields with these names, for `defineRow`. */
export function columnsOf<Contract, Name extends keyof Contract & string = keyof Contract & string>(
  fields: Fields,
  names = Object.keys(fields) as Name[],
): { [Each in Name]: Column<Contract[Each]> } {
  const columns = names.map((name) => [name, columnOf(name, fields[name] as Field)]);
  return Object.fromEntries(columns);
}
