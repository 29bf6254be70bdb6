/**
 * Matches a text that a spreadsheet may read as a formula: its first visible character begins one, also as a full-width
 * form, or is a tab or line break. Quotes count as invisible: a reader with another separator drops some of them.
 */
const FORMULA = /^[\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800"]*[=+\-@＝＋－＠\t\r\n]/u;

/** A reader that separates cells by semicolons or tabs begins a cell after these: it does not pair our quotes. */
const OTHER_SEPARATORS = /([;\t\r\n])/;

/**
 * One record of CSV (RFC 4180), with every cell in quotes. Texts of agents must not run as formulas in a spreadsheet:
 * an apostrophe before a possible formula makes it a text.
 */
export function csvRecord(cells: string[]): string {
  return `${cells.map((cell) => `"${withoutFormulas(cell).replaceAll('"', '""')}"`).join(',')}\r\n`;
}

/** Tests the first part as the whole cell, because a reader that separates by commas does not split it. */
function withoutFormulas(cell: string): string {
  return cell
    .split(OTHER_SEPARATORS)
    .map((part, index) =>
      FORMULA.test(index === 0 ? cell : part) && !isSeparator(index) ? `'${part}` : part,
    )
    .join('');
}

/** `split` by a pattern with a group returns texts and separators in turn. */
const isSeparator = (index: number) => index % 2 === 1;
