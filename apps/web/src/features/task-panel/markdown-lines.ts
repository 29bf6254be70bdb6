/** What the cost of parsing one line depends on. */
export interface Line {
  start: number;
  length: number;
  isBlank: boolean;
  /** It is certain that no paragraph continues into this line. */
  isBlockStart: boolean;
  /** It is certain that no list, quote, code or HTML continues into this line. */
  isTopLevelStart: boolean;
  /** Upper bound of the containers that are open in this line. */
  nesting: number;
  items: number;
  /** Markers of quotes and footnotes, and underlines of headings. */
  otherContainers: number;
  definitions: number;
  pipes: number;
  /** Characters that may be Markdown. */
  tokens: number;
  /** What may become a link of its own: `www.`, `://`, `@`. */
  addresses: number;
  /** Changes of the writing direction, each of which the browser lays out apart. */
  turns: number;
  /** Delimiters that look back for their opener. */
  attention: number;
  /** Delimiters that look ahead for their end. */
  scans: number;
}

interface Fence {
  run: string;
  indent: number;
}

/** The mark of a quote, a list item or a footnote, with the white space before it. */
const MARKER = /[ \t]*(?:(>)|[-+*](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$)|(\[\^[^\]\s]{1,999}\]:))/y;
const FENCE = /^(?:`{3,}(?=[^`]*$)|~{3,})/;
const BULLET = /^ {0,3}[-+*] +[^ \t]/;
const NUMBER = /^( {0,3})(\d{1,9})[.)] +[^ \t]/;
const HEADING = /^ {0,3}#{1,6}(?:[ \t]|$)/;
const UNDERLINE = /^[ \t>]*(?:=+|-+)[ \t]*$/;
/** HTML that does not end at an empty line. */
const LONG_HTML = /^<(?:[!?]|script|pre|style|textarea)/i;

/**
 * Reads the lines of a Markdown text in linear time. It knows less than the parser: a line counts as code or as the
 * start of a block only where that is certain, so that the cost is never underestimated.
 */
export function* readLines(text: string): Generator<Line> {
  const reader = new LineReader();
  for (let start = 0; start < text.length; ) {
    const end = endOfLine(text, start);
    const next = text.startsWith('\r\n', end) ? end + 2 : end + 1;
    yield reader.read(text.slice(start, end), start);
    start = next;
  }
}

class LineReader {
  #fence: Fence | null = null;
  // Lost where the parser may see the end of code elsewhere: from there on everything counts as text.
  #canTrustFences = true;
  #hasHtmlInBlock = false;
  #isAfterBlock = true;
  #isAfterBlank = true;
  #isInItem = false;

  read(raw: string, start: number): Line {
    const { contentStart, quotes, items, footnotes, spaces } = readPrefix(raw);
    const content = raw.slice(contentStart);
    const indent = indentOf(raw);
    const markers = quotes + items + footnotes;
    const line = {
      start,
      length: raw.length + 1,
      isBlank: content === '' && items + footnotes === 0,
      isBlockStart: true,
      isTopLevelStart: false,
      nesting: markers + (items + footnotes > 0 ? Math.floor(spaces / 2) : 0),
      items,
      otherContainers: quotes + footnotes + (UNDERLINE.test(raw) ? 1 : 0),
      definitions: footnotes,
      pipes: 0,
      tokens: 0,
      addresses: 0,
      turns: countTurns(raw),
      attention: 0,
      scans: 0,
    };
    if (this.#fence && this.#continuesFence(raw, indent, this.#fence)) {
      return { ...line, isBlank: false, nesting: 0, items: 0, otherContainers: 0, definitions: 0 };
    }
    line.isTopLevelStart =
      this.#isAfterBlank && this.#canTrustFences && indent === 0 && markers === 0 && content !== '';
    this.#noteHtml(content);
    const opensFence = this.#opensFence(content, indent, isDeepIndent(raw, indent), markers, quotes);
    const unquoted = quotes > 0 ? raw.replace(/^(?: {0,3}> ?)+/, '') : raw;
    const isHeading = HEADING.test(unquoted);
    const isItem = this.#startsItem(unquoted, quotes === 0);
    line.isBlockStart = line.isBlank || this.#isAfterBlock || isHeading || isItem || opensFence;
    countTokens(raw, line);
    if (line.isBlank) this.#hasHtmlInBlock = false;
    if (line.isBlockStart) this.#isInItem = isItem;
    this.#isAfterBlock = line.isBlank || isHeading;
    this.#isAfterBlank = line.isBlank && quotes === 0;
    return line;
  }

  /** Whether the line is code or its end. */
  #continuesFence(raw: string, indent: number, { run, indent: fenceIndent }: Fence): boolean {
    const isBlank = indent === raw.length;
    const isEnd = isFenceEnd(raw.slice(indent), run);
    const isDeep = isDeepIndent(raw, indent);
    // Indented code may stand in a list: where the item ends or the end is indented more, it is not certain.
    if (fenceIndent > 0 && !isBlank && (indent < fenceIndent || (isEnd && isDeep))) return this.#leaveFence();
    if (!isEnd || isDeep) return true;
    this.#fence = null;
    this.#isAfterBlock = true;
    this.#isAfterBlank = true;
    this.#isInItem = false;
    return true;
  }

  #leaveFence(): false {
    this.#fence = null;
    this.#canTrustFences = false;
    this.#isAfterBlock = false;
    this.#isAfterBlank = false;
    return false;
  }

  #opensFence(content: string, indent: number, isDeep: boolean, markers: number, quotes: number): boolean {
    const run = FENCE.exec(content)?.[0];
    if (!run || quotes > 0) return false;
    if (markers > 0 || isDeep || this.#hasHtmlInBlock) this.#canTrustFences = false;
    if (!this.#canTrustFences) return false;
    this.#fence = { run, indent };
    return true;
  }

  #noteHtml(content: string): void {
    if (!content.startsWith('<')) return;
    this.#hasHtmlInBlock = true;
    if (LONG_HTML.test(content)) this.#canTrustFences = false;
  }

  #startsItem(unquoted: string, isUnquoted: boolean): boolean {
    if (BULLET.test(unquoted)) return true;
    const [, indent, number] = NUMBER.exec(unquoted) ?? [];
    if (indent === undefined) return false;
    // Any other number only goes on with a list; inside an item, two columns on, it would be text.
    return Number(number) === 1 || this.#isAfterBlock || (this.#isInItem && isUnquoted && indent.length < 2);
  }
}

function readPrefix(raw: string) {
  let [contentStart, quotes, items, footnotes] = [0, 0, 0, 0];
  MARKER.lastIndex = 0;
  for (let match = MARKER.exec(raw); match; match = MARKER.exec(raw)) {
    if (match[1]) quotes += 1;
    else if (match[2]) footnotes += 1;
    else items += 1;
    contentStart = MARKER.lastIndex;
  }
  const prefix = raw.slice(0, contentStart);
  contentStart += indentOf(raw.slice(contentStart));
  const spaces = prefix.length - prefix.replaceAll(/[ \t]/g, '').length + 3 * (prefix.split('\t').length - 1);
  return { contentStart, quotes, items, footnotes, spaces };
}

function isFenceEnd(content: string, run: string): boolean {
  if (!content.startsWith(run)) return false;
  let end = run.length;
  while (content[end] === run[0]) end += 1;
  return indentOf(content.slice(end)) === content.length - end;
}

/** Four columns or more, or a tab, whose width depends on where it stands. */
const isDeepIndent = (raw: string, indent: number): boolean =>
  indent > 3 || raw.slice(0, indent).includes('\t');

/** The number of spaces and tabs in front. Other white space is text in Markdown. */
function indentOf(raw: string): number {
  let indent = 0;
  while (raw[indent] === ' ' || raw[indent] === '\t') indent += 1;
  return indent;
}

function endOfLine(text: string, start: number): number {
  let end = start;
  while (end < text.length && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return end;
}

const TURN =
  /(?:[\u202a-\u202e\u2066-\u2069]|[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]+|\ud802|\ud83a|\ud83b)/g;
const countTurns = (raw: string): number => raw.match(TURN)?.length ?? 0;

function countTokens(raw: string, line: Line): void {
  for (let i = 0; i < raw.length; i += 1) {
    switch (raw[i]) {
      case '*':
      case '_':
      case '~':
        line.attention += 1;
        line.tokens += 1;
        break;
      case ']':
        line.attention += 1;
        line.scans += 1;
        line.tokens += 1;
        if (raw[i + 1] === ':') line.definitions += 1;
        break;
      case '`':
        if (raw[i - 1] !== '`') line.scans += 1;
        line.tokens += 1;
        break;
      case '<':
        line.scans += 1;
        line.tokens += 1;
        break;
      case 'w':
      case 'W':
      case '/':
        if (!isAutolinkStart(raw, i)) break;
        line.addresses += 1;
        line.scans += 1;
        break;
      case '|':
        line.pipes += 1;
        break;
      case '\t':
      case '[':
      case '!':
      case '&':
      case '\\':
      case ':':
        line.tokens += 1;
        break;
      case '@':
        line.addresses += 1;
        break;
    }
  }
}

/** Letters that the parser tries as the start of an address, which it reads to its end. */
const isAutolinkStart = (raw: string, i: number): boolean =>
  raw[i] === '/' ? raw[i - 1] === '/' : raw[i + 3] === '.' && /^[wW]{3}$/.test(raw.slice(i, i + 3));
