/**
 * Matches a text that a spreadsheet may read as a formula: its first visible character begins one, also as a full-width
 * form, or is a tab or line break. Quotes count as invisible: a reader with another separator drops some of them.
 */
const FORMULA = /^[\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800"]*[=+\-@＝＋－＠\t\r\n]/u;

/** A reader that separates by semicolons or tabs begins a cell after these, since it does not pair the quotes. */
const OTHER_SEPARATORS = /([;\t\r\n])/;

/** One record of RFC 4180, with every cell in quotes. An apostrophe turns a possible formula into text. */
export function csvRecord(cells: string[]): string {
  return `${cells.map((cell) => `"${withoutFormulas(cell).replaceAll('"', '""')}"`).join(',')}\r\n`;
}

function withoutFormulas(cell: string): string {
  return cell
    .split(OTHER_SEPARATORS)
    .map((part, index) =>
      FORMULA.test(index === 0 ? cell : part) && !isSeparator(index) ? `'${part}` : part,
    )
    .join('');
}

/** The parts of a text that is split by a pattern with a group are texts and separators in turn. */
const isSeparator = (index: number) => index % 2 === 1;
