/**
 * The maximum length of Markdown that is formatted at once, in UTF-16 code units. The work of the parser grows with the
 * square of the length at worst: this many take less than 50 ms.
 */
export const maxPieceLength = 1_500;
/** Of definitions and table headers, which pieces repeat. */
const maxRepeatedLength = 500;

/** A part of a text that is formatted by itself. */
export type Piece = {
  /** Its place in the text. */
  start: number;
  /** Markdown, of at most `maxPieceLength` and what it repeats; or the content of a code block, of any length. */
  text: string;
  isCode: boolean;
};

/** Starts a code block that is in no quote; one with blanks before it may be in a list. */
const FENCE = /^([ \t]*)(?:(`{3,})[^`]*$|(~{3,}))/;
/** A line of text such as "[WARN]: disk is full" is none. */
const DEFINITION = /^\[[^\]^]+\]:[ \t]*\S+(?:[ \t]+(?:"[^"]*"|'[^']*'|\([^()]*\)))?$/;
const FOOTNOTE = /^\[\^[^\]\s]+\]:/;
const TABLE_DELIMITERS = /^[|:-][ \t|:-]*$/;

/** A place where a text may be split, and the header of the table that is split there. */
type Place = { at: number; header: string };

/**
 * The pieces of a Markdown text, in linear time: code blocks, and between them as many whole blocks as fit. A block that
 * does not fit is split before a line, if possible one that is not indented; a table repeats its header. All pieces know
 * the definitions of links, and which footnotes there are.
 */
export function splitMarkdown(text: string): Piece[] {
  const pieces: Piece[] = [];
  let definitions = '';
  let start: Place = { at: 0, header: '' };
  /** The last places in the piece where a block starts, and where a line does that is not indented. */
  let block = start;
  let flush = start;
  let header = '';
  let previousLine = '';
  /** The end of a code block that is in a list item. */
  let codeEnd = 0;

  const splitAt = (place: Place) => {
    const { at } = start;
    if (place.at > at)
      pieces.push({ start: at, text: start.header + text.slice(at, place.at), isCode: false });
    start = place;
    if (block.at < place.at) block = place;
    if (flush.at < place.at) flush = place;
  };

  for (let lineStart = 0; lineStart < text.length; ) {
    const lineEnd = endOfLine(text, lineStart);
    const line = text.slice(lineStart, lineEnd).trimEnd();
    const fence = lineStart < codeEnd ? null : FENCE.exec(line);
    if (fence) {
      const [, indent = '', backticks, tildes = ''] = fence;
      const { contentEnd, end } = findCodeEnd(text, lineEnd, { indent, fence: backticks ?? tildes });
      // With its list item, if both fit.
      if (indent && end - flush.at <= maxPieceLength) codeEnd = end;
      else {
        splitAt({ at: lineStart, header: '' });
        const code = text.slice(lineEnd, contentEnd);
        pieces.push({
          start: lineStart,
          text: indent ? withoutIndent(code, indent.length) : code,
          isCode: true,
        });
        start = block = flush = { at: end, header: '' };
        [lineStart, header, previousLine] = [end, '', ''];
        continue;
      }
    }
    if (lineStart >= codeEnd && /^\S/.test(line)) {
      flush = { at: lineStart, header };
      if (previousLine === '') block = flush;
    }
    for (const place of [block, flush, { at: lineStart, header }]) {
      if (lineEnd - start.at > maxPieceLength) splitAt(place);
    }
    while (lineEnd - start.at > maxPieceLength) splitAt({ at: endOfWords(text, start.at), header: '' });
    if (line === '') header = '';
    if (previousLine.includes('|') && TABLE_DELIMITERS.test(line)) header = `${previousLine}\n${line}\n`;
    if (header.length > maxRepeatedLength) header = '';
    const definition = DEFINITION.test(line) ? line : FOOTNOTE.exec(line)?.[0];
    if (definition && definitions.length + definition.length < maxRepeatedLength)
      definitions += `\n${definition}`;
    previousLine = line;
    lineStart = lineEnd;
  }
  splitAt({ at: text.length, header: '' });
  if (pieces.length === 1 || !definitions) return pieces;
  return pieces.map((piece) =>
    piece.isCode ? piece : { ...piece, text: `${piece.text}\n\n${definitions}` },
  );
}

const endOfLine = (text: string, from: number): number => text.indexOf('\n', from) + 1 || text.length;

interface Opening {
  indent: string;
  fence: string;
}

/**
 * A code block ends with a line that has only its fence, which may be longer, or with the text. In a list it also ends
 * with the item, before a line that is not indented.
 */
function findCodeEnd(
  text: string,
  from: number,
  { indent, fence }: Opening,
): { contentEnd: number; end: number } {
  for (let lineStart = from; lineStart < text.length; ) {
    const end = endOfLine(text, lineStart);
    const line = text.slice(lineStart, end).trimEnd();
    if (indent && /^\S/.test(line)) return { contentEnd: lineStart, end: lineStart };
    const closing = line.trimStart();
    const isNear = line.length - closing.length <= indent.length + 3;
    if (isNear && closing.startsWith(fence) && closing === fence.charAt(0).repeat(closing.length))
      return { contentEnd: lineStart, end };
    lineStart = end;
  }
  return { contentEnd: text.length, end: text.length };
}

/** Each line without as many blanks at its start, if it has them. */
const withoutIndent = (code: string, length: number): string =>
  code
    .split('\n')
    .map((line) => line.slice(0, length).trimStart() + line.slice(length))
    .join('\n');

/** Where a line that is too long for a piece is split: at a blank, else between two characters. */
function endOfWords(text: string, start: number): number {
  const end = start + maxPieceLength;
  const blank = text.lastIndexOf(' ', end - 1) + 1;
  if (blank > start) return blank;
  return /[\ud800-\udbff]/.test(text.charAt(end - 1)) ? end - 1 : end;
}
