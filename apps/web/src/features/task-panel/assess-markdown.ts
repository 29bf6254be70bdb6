import { type Line, readLines } from './markdown-lines.ts';

/** How a text may be shown: formatted, in parts that are parsed one by one, or as it was written. */
export type MarkdownAssessment =
  | { isFormatted: true; parts: MarkdownPart[]; work: number }
  | { isFormatted: false; reason: 'too long' | 'too complex' };

interface MarkdownPart {
  /** Where it starts in the text. */
  start: number;
  text: string;
}

/** In UTF-16 code units. The API accepts 100,000 characters, each at most two units. */
export const maxMarkdownLength = 200_000;
/** Estimated steps of the parser; about 100 of them take a microsecond. */
export const maxWorkPerPart = 3_000_000;
const maxWork = 40_000_000;
/** A part ends at the first place after this where nothing before it can change what follows. */
const preferredWorkPerPart = 1_000_000;
/** Of quotes, lists and footnotes in each other; the parser and the page recurse once for each. */
const maxNesting = 16;

/**
 * Decides in linear time whether a text may be parsed as Markdown, from an upper estimate of the parser's work.
 * The estimate counts what the parser goes through again for each delimiter; markdown-work.test.ts holds it to that.
 */
export function assessMarkdown(text: string): MarkdownAssessment {
  if (text.length > maxMarkdownLength) return { isFormatted: false, reason: 'too long' };
  const canSplit = !text.includes(']:'); // Definitions apply to the whole text.
  const parts: MarkdownPart[] = [];
  let part = new PartWork();
  let partStart = 0;
  let work = 0;
  for (const line of readLines(text)) {
    if (line.nesting > maxNesting) return { isFormatted: false, reason: 'too complex' };
    if (canSplit && line.isTopLevelStart && part.estimate() > preferredWorkPerPart) {
      work += part.estimate();
      parts.push({ start: partStart, text: text.slice(partStart, line.start) });
      partStart = line.start;
      part = new PartWork();
    }
    part.add(line);
    if (part.estimate() > maxWorkPerPart || work > maxWork)
      return { isFormatted: false, reason: 'too complex' };
  }
  work += part.estimate();
  if (work > maxWork) return { isFormatted: false, reason: 'too complex' };
  parts.push({ start: partStart, text: text.slice(partStart) });
  return { isFormatted: true, parts, work };
}

/** The work of one call of the parser. The factors are measured steps, rounded up. */
class PartWork {
  #linear = 0;
  #inClosedBlocks = 0;
  #containers = 0;
  #definitions = 0;
  #block = emptyBlock();
  #rows = 0;
  #maxCells = 0;
  #cellsBefore = 0;

  add(line: Line): void {
    this.#linear +=
      120 * line.length +
      (line.isBlockStart && !line.isBlank ? 1_800 : 900) +
      250 * line.tokens +
      1_000 * line.addresses +
      1_200 * (line.items + line.otherContainers);
    this.#containers += 0.7 * line.items + line.otherContainers;
    this.#definitions += line.definitions;
    this.#countCells(line);
    if (line.isBlockStart) {
      this.#inClosedBlocks += blockWork(this.#block);
      this.#block = emptyBlock();
    }
    const block = this.#block;
    block.length += line.length;
    block.tokens += line.tokens + line.addresses + 1;
    block.attention += line.attention;
    block.scans += line.scans;
    block.turns += line.turns;
  }

  estimate(): number {
    return (
      this.#linear +
      this.#inClosedBlocks +
      blockWork(this.#block) +
      8 * this.#containers ** 2 +
      4 * this.#definitions ** 2 +
      800 * (this.#cellsBefore + this.#rows * this.#maxCells)
    );
  }

  // A row has as many cells as the head of its table, however short it is written.
  #countCells(line: Line): void {
    if (line.isBlank) {
      this.#cellsBefore += this.#rows * this.#maxCells;
      this.#rows = 0;
      this.#maxCells = 0;
      return;
    }
    this.#rows += 1;
    this.#maxCells = Math.max(this.#maxCells, line.pipes);
  }
}

interface BlockCounts {
  length: number;
  tokens: number;
  /** Delimiters that look back for their opener over all tokens of the block. */
  attention: number;
  /** Delimiters that look ahead for their end over all letters of the block. */
  scans: number;
  turns: number;
}

const emptyBlock = (): BlockCounts => ({ length: 0, tokens: 0, attention: 0, scans: 0, turns: 0 });

const blockWork = ({ length, tokens, attention, scans, turns }: BlockCounts): number =>
  4 * attention * tokens + 15 * scans * length + 0.2 * turns * length;
