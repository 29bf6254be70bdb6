import { fieldColumns } from './generated/commands.ts';

/** A text that other people may have written, in one line and without terminal control characters. */
export const toLine = (text: string): string => text.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();

/** Its lines, without terminal control characters. A tab only moves the cursor. */
export const toLines = (text: string): string[] =>
  text
    .trimEnd()
    .split(/\r?\n/)
    .map((line) => line.replaceAll(/[^\P{Cc}\t]|[\p{Cf}\p{Zl}\p{Zp}]/gu, ' ').trimEnd());

type Resource = Record<string, unknown>;

/** JSON without characters that control a terminal or hide in a text: DEL, C1, format characters, line separators. */
export const toJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );

/** A list with commas, as flags take it, and what has a name by that. Undefined for other objects. */
function nameObject(value: object, hasId: boolean): string | undefined {
  if (Array.isArray(value))
    return value.every((item) => typeof item !== 'object') ? value.join(',') : undefined;
  const { id, name, kind } = value as Resource;
  const known = name ?? kind;
  if (typeof known !== 'string') return undefined;
  return hasId && id ? `${known} (${id})` : known;
}

function toText(value: unknown, { hasId = false } = {}): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object') return toLine(String(value));
  return toLine(nameObject(value, hasId) ?? JSON.stringify(value));
}

type ChangedSubject = { subject: { type: string; id: string }; snapshot?: object };

/** What an event changed, by the name that people know it by. */
export function nameSubject({ subject, snapshot }: ChangedSubject): string {
  const { title, name, url }: Resource = { ...snapshot };
  const known = title ?? name ?? url;
  return typeof known === 'string' ? toLine(known) : `${subject.type} ${subject.id}`;
}

/** The fields that a table shows of a resource, as far as it has them. */
const columns = [
  ...['id', 'attempt', 'title', 'author', 'name', 'body', 'type', 'eventType', 'subject', 'actor', 'status'],
  ...['next', 'paused'],
  ...fieldColumns,
  ...['outcome', 'reason', 'url', 'eventTypes', 'enabled', 'agentId', 'startedAt', 'createdAt'],
];
const maxCellLength = 48;

/** Who acts next on a task, and why. */
const nameNext = ({ actor, reason }: Resource): string => toLine(`${actor}: ${reason}`);

function textOf(row: Resource, column: string): string {
  if (column === 'subject' && row.subject) return nameSubject(row as ChangedSubject);
  if (column === 'paused' && row.paused) return toLine(String((row.paused as Resource).reason));
  return column === 'next' && row.next ? nameNext(row.next as Resource) : toText(row[column]);
}

function toCell(row: Resource, column: string): string {
  const text = textOf(row, column);
  const characters = [...text];
  return characters.length > maxCellLength ? `${characters.slice(0, maxCellLength - 1).join('')}…` : text;
}

/** A table with the fields, or with those that people look at first. */
function formatTable(rows: readonly Resource[], fields?: readonly string[]): string {
  const [first] = rows;
  if (!first) return '';
  const shown = fields ?? columns.filter((name) => Object.hasOwn(first, name));
  const cells = [shown, ...rows.map((row) => shown.map((name) => toCell(row, name)))];
  const widths = shown.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** The lines of what does not fit into one: a text, or an object without a name. */
function toBlock(value: unknown): string[] {
  if (typeof value === 'string') return toLines(value);
  const isStructure = typeof value === 'object' && value !== null && nameObject(value, false) === undefined;
  return isStructure ? toLines(JSON.stringify(value, null, 2)) : [];
}

/** One field per line, without null fields. A block is below its name, indented: a line of it could look like a field. */
function formatResource(resource: Resource): string {
  const shown = Object.entries(resource).filter(([, value]) => value !== null && value !== undefined);
  const width = Math.max(0, ...shown.map(([name]) => name.length));
  return shown
    .flatMap(([name, value]) => {
      const lines = toBlock(value);
      return lines.length > 1
        ? [name, ...lines.map((line) => `  ${line}`.trimEnd())]
        : `${name.padEnd(width)}  ${toText(value, { hasId: true })}`;
    })
    .join('\n');
}

/** The output of a command: a list as a table, a resource as lines, or either as JSON. */
export function formatResult(
  result: unknown,
  options: { json?: boolean; fields?: readonly string[] },
): string {
  if (options.json) return toJson(result ?? null);
  if (Array.isArray(result)) return formatTable(result, options.fields);
  return formatResource(result as Resource);
}
