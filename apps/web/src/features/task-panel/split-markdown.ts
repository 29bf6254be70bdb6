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

/** Starts a code block that is in no list or quote. */
const FENCE = /^(?:(`{3,})[^`]*$|(~{3,}))/;
const DEFINITION = /^\[[^\]^]+\]:./;
const TABLE_DELIMITERS = /^[|:-][ \t|:-]*$/;

/** A place where a text may be split, and the header of the table that is split there. */
type Place = { at: number; header: string };

/**
 * The pieces of a Markdown text, in linear time: code blocks, and between them as many whole blocks as fit. A block that
 * does not fit is split before a line, if possible one that is not indented; a table repeats its header. All pieces know
 * the definitions of links.
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
    const fence = FENCE.exec(line);
    if (fence) {
      splitAt({ at: lineStart, header: '' });
      const { contentEnd, end } = findCodeEnd(text, lineEnd, fence[1] ?? fence[2] ?? '');
      pieces.push({ start: lineStart, text: text.slice(lineEnd, contentEnd), isCode: true });
      start = block = flush = { at: end, header: '' };
      [lineStart, header, previousLine] = [end, '', ''];
      continue;
    }
    if (/^\S/.test(line)) {
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
    if (DEFINITION.test(line) && definitions.length + line.length < maxRepeatedLength)
      definitions += `\n${line}`;
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

/** A code block ends with a line that has only its fence, which may be longer, or with the text. */
function findCodeEnd(text: string, from: number, fence: string): { contentEnd: number; end: number } {
  for (let lineStart = from; lineStart < text.length; ) {
    const end = endOfLine(text, lineStart);
    const line = text.slice(lineStart, end).trim();
    if (line.startsWith(fence) && line === fence.charAt(0).repeat(line.length))
      return { contentEnd: lineStart, end };
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
