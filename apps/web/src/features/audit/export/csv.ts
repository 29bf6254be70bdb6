/** What a spreadsheet takes for the beginning of a formula, full-width signs included. */
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/;
const NEEDS_QUOTES = /[",\r\n]/;

/** One record as RFC 4180 writes it. What could run as a formula becomes text by an apostrophe before it. */
export function csvRecord(cells: string[]): string {
  return `${cells.map(cellText).join(',')}\r\n`;
}

function cellText(cell: string): string {
  const text = FORMULA_START.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
