/** The limits of a text to be parsed as Markdown. At each limit, parsing and rendering take up to about 0.15 s. */
const markdownLimits = {
  /** UTF-16 code units. The API accepts 100,000 characters. */
  maxLength: 100_000,
  /** Each line may be a paragraph, which the page builds an element for. */
  maxLines: 2_000,
  /** Quotes, list items and indentations in front of one line; the parser and the page recurse into each. */
  maxNesting: 16,
  /** Quotes, list items, definitions and underlines; the parser's work grows with the square of their number. */
  maxMarkers: 1_000,
  /** Each pair of delimiters may be an element of the page. */
  maxDelimiters: 6_000,
  /** Emphasis, links and images can be nested; the page recurses into each pair. */
  maxDelimitersPerBlock: 1_000,
  /** Characters that are read repeatedly: for each delimiter, the parser may read its whole block again. */
  maxReadAgain: 8_000_000,
  /** Each row has as many cells as the table header, even if the text has fewer. */
  maxTableCells: 5_000,
};

export type MarkdownLimit = keyof typeof markdownLimits;

/** Ends a paragraph: a blank line, a list item with a bullet, or a heading. */
const BLOCK_START = /^(?:[ \t]*$| {0,3}(?:[-+*] +[^ \t]|#{1,6}[ \t]))/;
/** White space and the markers of quotes, list items and footnotes in front of a line. */
const PREFIX = /^(?:[ \t]|>|[-+*](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$)|\[\^(?:\\\S|[^\\\]\s])+\]:)+/;
const PREFIX_MARKER = /[>*+\-.)]|\]:/g;
const INDENTATION = / {2}|\t/g;
const UNDERLINE = /^[ \t>]*(?:=+|-+)[ \t]*$/;
const DEFINITION = /\]:/g;
/** Starts a search for a counterpart or an end, as the browser does at a change of the writing direction. */
const DELIMITER =
  /[*]{1,2}|_{1,2}|~{1,2}|[![\]<`@&\\]|:\/\/|w(?=[w.])|[\u202a-\u202e\u2066-\u2069]|[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}][\s\u0590-\u08ff]*/giu;

/** Returns the first limit that a text exceeds, or null if it may be parsed as Markdown. Reads the text once. */
export function findExceededLimit(text: string): MarkdownLimit | null {
  if (text.length > markdownLimits.maxLength) return 'maxLength';
  const lines = text.split(/\r\n|\r|\n/);
  const counts = {
    maxLength: text.length,
    maxLines: lines.length,
    maxNesting: 0,
    maxMarkers: 0,
    maxDelimiters: 0,
    maxDelimitersPerBlock: 0,
    maxReadAgain: 0,
    maxTableCells: 0,
  };
  let block = { length: 0, delimiters: 0, rows: 0, columns: 0 };

  for (const line of [...lines, '']) {
    if (BLOCK_START.test(line)) {
      counts.maxReadAgain += block.delimiters * block.length;
      counts.maxTableCells += block.rows * block.columns;
      block = { length: 0, delimiters: 0, rows: 0, columns: 0 };
    }
    const prefix = PREFIX.exec(line)?.[0] ?? '';
    const markers = count(prefix, PREFIX_MARKER);
    const delimiters = count(line, DELIMITER);
    if (markers > 0) counts.maxNesting = Math.max(counts.maxNesting, markers + count(prefix, INDENTATION));
    counts.maxMarkers += markers + count(line, DEFINITION) + (UNDERLINE.test(line) ? 1 : 0);
    counts.maxDelimiters += delimiters;
    block.length += line.length + 1;
    block.delimiters += delimiters;
    counts.maxDelimitersPerBlock = Math.max(counts.maxDelimitersPerBlock, block.delimiters);
    block.rows += 1;
    block.columns = Math.max(block.columns, count(line, /\|/g));
  }
  const limits = Object.keys(markdownLimits) as MarkdownLimit[];
  return limits.find((limit) => counts[limit] > markdownLimits[limit]) ?? null;
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
