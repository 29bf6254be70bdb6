/** A text that other people may have written, in one line and without what would control the terminal. */
export const toLine = (text: string): string => text.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();

function toCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'object') return toLine(JSON.stringify(value));
  return toLine(String(value));
}

/** The fields that a table shows of a resource, as far as it has them. */
const columns = [
  ...[
    'id',
    'attempt',
    'title',
    'name',
    'body',
    'type',
    'eventType',
    'status',
    'priority',
    'outcome',
    'reason',
  ],
  ...['taskCount', 'url', 'enabled', 'assignedAgentId', 'agentId', 'startedAt', 'createdAt'],
];
const maxCellLength = 48;

type Resource = Record<string, unknown>;

/** A table with the fields, or with those that people look at first. */
function formatTable(rows: readonly Resource[], fields?: readonly string[]): string {
  const [first] = rows;
  if (!first) return 'There is nothing.';
  const shown = fields ?? columns.filter((name) => Object.hasOwn(first, name));
  const cells = [shown, ...rows.map((row) => shown.map((name) => cut(toCell(row[name]))))];
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

const cut = (text: string): string =>
  text.length > maxCellLength ? `${text.slice(0, maxCellLength - 1)}…` : text;

/** One field per line; null fields are left out. */
function formatResource(resource: Resource): string {
  const shown = Object.entries(resource).filter(([, value]) => value !== null && value !== undefined);
  const width = Math.max(0, ...shown.map(([name]) => name.length));
  return shown.map(([name, value]) => `${name.padEnd(width)}  ${toCell(value)}`).join('\n');
}

/** The output of a command: a list as a table, a resource as lines, or either as JSON. */
export function formatResult(
  result: unknown,
  options: { json?: boolean; fields?: readonly string[] },
): string {
  if (options.json) return JSON.stringify(result ?? null);
  if (Array.isArray(result)) return formatTable(result, options.fields);
  if (result === undefined) return 'There is nothing.';
  return formatResource(result as Resource);
}
