import { z } from 'zod';

/** Tells a missing field from a wrong one. */
const orRequired = (message: string) => (issue: { input?: unknown }) =>
  issue.input === undefined ? 'is required' : message;

/** The length of a text in Unicode code points, as JSON Schema and every bound of the API count it. */
export function codePointLength(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/**
 * A character that can be seen: neither white space nor a control or format character (Cc, Cf), nor one that fonts
 * leave out (Default_Ignorable_Code_Point: zero-width characters, fillers, variation selectors), nor the empty Braille
 * pattern.
 */
const visibleCharacter = /[^\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a text shows nothing. */
const isBlank = (value: string): boolean => !visibleCharacter.test(value);

/**
 * Text that can be stored: no NUL (PostgreSQL refuses it) and no lone surrogate (not UTF-8).
 * Bounds are in Unicode code points. With a lower bound, a blank text is rejected too.
 */
export function text({ min = 0, max }: { min?: number; max: number }) {
  const bounds = min > 0 ? `${min} to ${max} characters` : `at most ${max} characters`;
  return z
    .string({ error: orRequired('must be a string') })
    .refine((value) => value.isWellFormed() && !value.includes('\0'), {
      error: 'must not contain NUL or lone surrogates',
      abort: true,
    })
    .refine((value) => (value.length <= max || codePointLength(value) <= max) && value.length >= min, {
      error: `must have ${bounds}`,
      abort: true,
    })
    .refine((value) => min === 0 || !isBlank(value), { error: 'must not be blank' })
    .meta({ minLength: min || undefined, maxLength: max });
}

/** An identifier in the path. Whether it names anything is the operation's to say: a 404, never a 400. */
export const PathId = z
  .string()
  .regex(/^[0-9A-Za-z_-]{1,100}$/)
  .meta({ description: 'A CUID.', example: 'cmi8w3k2p0001t5jx4f6d9a1b', pattern: undefined });

/** Of an identifier. */
export const maxIdLength = 100;

/** An identifier in a body or a filter. */
export const Reference = text({ min: 1, max: maxIdLength }).meta({
  description: 'A CUID.',
  example: 'cmi8w3k2p0001t5jx4f6d9a1b',
});

/** A time: ISO 8601, UTC, with milliseconds. */
export const Time = z.iso
  .datetime({ precision: 3 })
  .meta({ pattern: undefined, example: '2026-11-21T09:30:00.000Z' });

export const Id = z.string().meta({ description: 'A CUID.', example: 'cmi8w3k2p0001t5jx4f6d9a1b' });

export const maxNameLength = 100;

/** A name: 1 to 100 characters, not blank. */
export const Name = text({ min: 1, max: maxNameLength });

export const maxDescriptionLength = 2_000;

/** The description of an agent or a project: up to 2,000 characters. Older ones, up to 100,000, stay until changed. */
export const Description = text({ max: maxDescriptionLength });

export const maxLongTextLength = 100_000;

/** Long text: the description or result of a task, up to 100,000 characters. */
export const LongText = text({ max: maxLongTextLength });

/** One of a closed set of words, with a message that lists them. */
export function oneOf<const T extends readonly [string, ...string[]]>(values: T) {
  return z.enum(values, { error: orRequired(`must be one of: ${values.join(', ')}`) });
}
