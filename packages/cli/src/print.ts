import type { TaskNotices } from '@crewboard/sdk';
import { fieldColumns } from './generated/commands.ts';

/** A text in one line and without terminal control characters, which other people may have written into it. */
export const toLine = (text: string): string => text.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();

/** The lines of a text, without terminal control characters. Tabs stay: they only move the cursor. */
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

/** A list as flags take it, separated by commas, or the name of an object. Undefined for other objects. */
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

/** The subject of an event: its title, name or URL if it has one, else its type and id. */
export function nameSubject({ subject, snapshot }: ChangedSubject): string {
  const { title, name, url }: Resource = { ...snapshot };
  const known = title ?? name ?? url;
  return typeof known === 'string' ? toLine(known) : `${subject.type} ${subject.id}`;
}

/** The columns of tables, in their order. A table has those that are fields of the resource. */
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

/** A table with these fields, or with `columns`. */
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

/** The lines of a value that may need several: a text, or an object without a name. */
function toBlock(value: unknown): string[] {
  if (typeof value === 'string') return toLines(value);
  const isStructure = typeof value === 'object' && value !== null && nameObject(value, false) === undefined;
  return isStructure ? toLines(JSON.stringify(value, null, 2)) : [];
}

/**
 * One field per line, without null fields. Several lines are indented below the name, so that none looks like a field.
 */
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

/** A line for each comment and for a stop, without terminal control characters: other people wrote the texts. */
export function describeNotices({ stop, comments = [] }: TaskNotices): string {
  const lines = comments.map(({ author, body }) => `comment by ${author.name ?? author.kind}: ${body}`);
  if (stop) lines.push(`stop (${stop.source} paused): ${stop.reason}`);
  return lines.map((line) => `${toLine(line)}\n`).join('');
}
