/** Characters that start a formula in a spreadsheet, including full-width ones. */
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/;
const NEEDS_QUOTES = /[",\r\n]/;

/** One record of RFC 4180. An apostrophe turns a possible formula into text. */
export function csvRecord(cells: string[]): string {
  return `${cells.map(cellText).join(',')}\r\n`;
}

function cellText(cell: string): string {
  const text = FORMULA_START.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
