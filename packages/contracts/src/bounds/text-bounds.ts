/** The bounds of a text, in Unicode code points. With a lower bound, a blank text is invalid too. */
export interface TextBounds {
  min?: number;
  max: number;
  /** `toStoredText` makes the text one line, and other control characters are invalid. */
  isSingleLine?: true;
}

/** The bounds of every text of the API. Forms check input against the same bounds. */
export const textBounds = {
  id: { min: 1, max: 100 },
  /** The name of a task within a plan. With the prefix "ref:" it is at most as long as an id. */
  ref: { min: 1, max: 96 },
  externalId: { min: 1, max: 200, isSingleLine: true },
  name: { min: 1, max: 100, isSingleLine: true },
  title: { min: 1, max: 500, isSingleLine: true },
  /** The description of an agent or a project. Older descriptions may be longer, until they are changed. */
  description: { max: 2_000 },
  /** The description or result of a task. */
  longText: { max: 100_000 },
  /** The instructions of a project. */
  instructions: { max: 20_000 },
  linkUrl: { min: 1, max: 2_000, isSingleLine: true },
  linkTitle: { min: 1, max: 200, isSingleLine: true },
  comment: { min: 1, max: 10_000 },
  reason: { max: 2_000 },
  failureReason: { min: 1, max: 2_000 },
  pauseReason: { min: 1, max: 500 },
  password: { min: 8, max: 200 },
  webhookUrl: { min: 1, max: 2_048 },
  webhookDescription: { max: 1_000 },
} as const satisfies Record<string, TextBounds>;

/** The length of a text in Unicode code points, as JSON Schema and every bound of the API count it. */
export function codePointLength(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/**
 * A visible character. Invisible are white space, control and format characters (Cc, Cf), characters that fonts leave
 * out (Default_Ignorable_Code_Point: zero-width characters, fillers, variation selectors) and the empty Braille
 * pattern.
 */
const visibleCharacter = /[^\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

const breaks = /\r\n|[\t\n\r\u2028\u2029]/g;
/** C0, DEL and C1. */
const controlCharacter = /\p{Cc}/u;

/** The text as the API stores it: in a text of a single line a tab or line break becomes a space. */
export const toStoredText = (value: string, { isSingleLine }: TextBounds): string =>
  isSingleLine ? value.replace(breaks, ' ') : value;

/**
 * Why a text cannot be stored, as the end of a sentence ("must not be blank"); null if it can. NUL is invalid because
 * PostgreSQL rejects it, lone surrogates because UTF-8 has none.
 */
export function findTextProblem(text: string, bounds: TextBounds): string | null {
  const { min = 0, max, isSingleLine } = bounds;
  const value = toStoredText(text, bounds);
  if (!value.isWellFormed() || value.includes('\0')) return 'must not contain NUL or lone surrogates';
  // Count code points only near the bounds: a text has at most as many of them as UTF-16 units, and at least half as
  // many.
  const isLongEnough = value.length >= 2 * min || codePointLength(value) >= min;
  const isWithin = isLongEnough && (value.length <= max || codePointLength(value) <= max);
  if (!isWithin) return `must have ${min > 0 ? `${min} to ${max}` : `at most ${max}`} characters`;
  if (min > 0 && !visibleCharacter.test(value)) return 'must not be blank';
  return isSingleLine && controlCharacter.test(value) ? 'must not contain control characters' : null;
}
