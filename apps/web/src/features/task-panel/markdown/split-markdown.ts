/**
 * The maximum length of Markdown that is formatted at once, in UTF-16 code units. The work of the parser grows with the
 * square of the length at worst: this many take less than 50 ms.
 */
export const maxPieceLength = 1_500;
/** The maximum length of the definitions, and of the header of a table, that pieces repeat. */
const maxRepeatedLength = 500;

/** A part of a text that is formatted by itself. */
export type Piece = {
  /** Its place in the text. */
  start: number;
  /** Markdown of at most `maxPieceLength` plus the repeated parts; or the content of a code block, of any length. */
  text: string;
  isCode: boolean;
};

/** The first line of a code block, except in a quote. */
const FENCE = /^([ \t]*)(?:(`{3,})[^`]*$|(~{3,}))/;
const LIST_ITEM = /^(?:(\d{1,9})[.)]|[*+-])(?:\s|$)/;
const HEADING = /^#{1,6}(?:\s|$)/;
/** Outside of lists, a line that is indented this far is code. */
const minCodeIndent = 4;
/** The definition of a link. A line of text such as "[WARN]: disk is full" does not match. */
const DEFINITION = /^\[[^\]^]+\]:[ \t]*\S+(?:[ \t]+(?:"[^"]*"|'[^']*'|\([^()]*\)))?$/;
const FOOTNOTE = /^\[\^[^\]\s]+\]:/;
const TABLE_DELIMITERS = /^[|:-][ \t|:-]*$/;

/** A place where a text may be split. */
type Place = {
  at: number;
  /** The header of the table that would be split there; empty outside of tables. */
  header: string;
  isInList: boolean;
  /** The number of the list item that starts there, counted from the first item; null if it has no number. */
  number: number | null;
};

const placeAt = (at: number): Place => ({ at, header: '', isInList: false, number: null });

/**
 * Splits a Markdown text into pieces, in linear time, because the parser needs quadratic time for the whole text. A
 * code block is a piece, except a short one in a list. Between them, a piece has as many whole blocks as fit. A block
 * that does not fit is split before a line, if possible before one that is not indented.
 *
 * A piece is formatted without the others, so that it repeats what it needs of them: the header of its table, the
 * number of its list item, the definitions of links, and the marks of footnotes.
 */
export function splitMarkdown(text: string): Piece[] {
  const pieces: Piece[] = [];
  let definitions = '';
  let start = placeAt(0);
  /** The last place in the piece where a block starts. */
  let block = start;
  /** The last place in the piece where a line starts that is not indented. */
  let unindented = start;
  let header = '';
  let isInList = false;
  let number: number | null = null;
  let previousLine = '';

  const splitAt = (place: Place) => {
    const { at } = start;
    if (place.at > at)
      pieces.push({ start: at, text: textOfPiece(start, text.slice(at, place.at)), isCode: false });
    start = place;
    if (block.at < place.at) block = place;
    if (unindented.at < place.at) unindented = place;
  };

  for (let lineStart = 0; lineStart < text.length; ) {
    let lineEnd = endOfLine(text, lineStart);
    const line = text.slice(lineStart, lineEnd).trimEnd();

    // A code block is a piece of its own. A short one that is indented, as in a list, stays in its piece.
    const [, indent = '', backticks, tildes] = FENCE.exec(line) ?? [];
    const fence = backticks ?? tildes;
    if (fence && (isInList || indent.length < minCodeIndent)) {
      const { contentEnd, end } = findCodeEnd(text, lineEnd, fence, indent);
      if (indent === '' || end - lineStart > maxPieceLength) {
        splitAt(placeAt(lineStart));
        const content = withoutIndent(text.slice(lineEnd, contentEnd), indent.length);
        pieces.push({ start: lineStart, text: content, isCode: true });
        isInList &&= indent !== '';
        start = block = unindented = { ...placeAt(end), isInList };
        [lineStart, header, previousLine] = [end, '', ''];
        continue;
      }
      lineEnd = end;
    }

    // The places before this line where the text may be split.
    if (HEADING.test(line)) header = '';
    if (/^\S/.test(line)) {
      const item = LIST_ITEM.exec(line);
      if (item) {
        isInList = true;
        number = item[1] ? (number === null ? Number(item[1]) : number + 1) : null;
      } else if (previousLine === '' || HEADING.test(line)) {
        [isInList, number] = [false, null];
      }
      unindented = { at: lineStart, header, isInList, number: item ? number : null };
      if (previousLine === '') block = unindented;
    }

    // If the line does not fit into the piece: split at the best place before it, then within the line.
    for (const place of [block, unindented, { ...placeAt(lineStart), header, isInList }]) {
      if (lineEnd - start.at > maxPieceLength) splitAt(place);
    }
    while (lineEnd - start.at > maxPieceLength) splitAt(placeAt(endOfWords(text, start.at)));

    // What later pieces repeat.
    if (line === '') header = '';
    if (previousLine.includes('|') && line.includes('|') && TABLE_DELIMITERS.test(line))
      header = `${previousLine}\n${line}\n`;
    if (header.length > maxRepeatedLength) header = '';
    const definition = DEFINITION.test(line) ? line : FOOTNOTE.exec(line)?.[0];
    if (definition && definitions.length + definition.length < maxRepeatedLength)
      definitions += `\n${definition}`;
    previousLine = line;
    lineStart = lineEnd;
  }
  splitAt(placeAt(text.length));
  if (pieces.length === 1 || !definitions) return pieces;
  return pieces.map((piece) =>
    piece.isCode ? piece : { ...piece, text: `${piece.text}\n\n${definitions}` },
  );
}

/**
 * The text of a piece, with the table header or the number that it continues. A piece that continues a list loses the
 * indentation of its first line, with which it would be code.
 */
function textOfPiece({ header, isInList, number }: Place, text: string): string {
  if (header) return header + text;
  if (number !== null) return text.replace(/^\d+/, String(number));
  const first = text.search(/\S/);
  return isInList && first > 0 ? withoutIndent(text, first - 1 - text.lastIndexOf('\n', first - 1)) : text;
}

/** Without at most `length` blanks and tabs at the start of each line. */
const withoutIndent = (text: string, length: number): string =>
  length === 0 ? text : text.replace(/^[ \t]+/gm, (blanks) => blanks.slice(length));

const endOfLine = (text: string, from: number): number => text.indexOf('\n', from) + 1 || text.length;

/** A code block ends with a line of only its fence or a longer one, with the end of its list, or with the text. */
function findCodeEnd(
  text: string,
  from: number,
  fence: string,
  indent: string,
): { contentEnd: number; end: number } {
  for (let lineStart = from; lineStart < text.length; ) {
    const end = endOfLine(text, lineStart);
    const line = text.slice(lineStart, end).trimEnd();
    const closing = line.trimStart();
    const isNear = line.length - closing.length < indent.length + minCodeIndent;
    if (isNear && closing.startsWith(fence) && closing === fence.charAt(0).repeat(closing.length))
      return { contentEnd: lineStart, end };
    // Two or more blanks before a fence: assume that it is in a list, which an unindented line ends.
    if (indent.length > 1 && /^\S/.test(text.slice(lineStart, lineStart + 1)))
      return { contentEnd: lineStart, end: lineStart };
    lineStart = end;
  }
  return { contentEnd: text.length, end: text.length };
}

/** Where a line that is too long for a piece is split: at a blank, else between two characters. */
function endOfWords(text: string, start: number): number {
  const end = start + maxPieceLength;
  const blank = text.lastIndexOf(' ', end - 1) + 1;
  if (blank > start) return blank;
  return /[\ud800-\udbff]/.test(text.charAt(end - 1)) ? end - 1 : end;
}
