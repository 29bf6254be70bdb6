import { z } from 'zod';
import { findTextProblem, type TextBounds, textBounds, toStoredText } from '../bounds/text-bounds.ts';

// Schemas of single values, which the fields of inputs and outputs are made of. Their errors complete the sentence that
// begins with the name of the field: "title is required".

/** The message for an invalid value; "is required" for a missing one. */
const orRequired = (message: string) => (issue: { input?: unknown }) =>
  issue.input === undefined ? 'is required' : message;

/**
 * A text that can be stored within these bounds (`findTextProblem`). The output is the stored text (`toStoredText`).
 */
export function text(bounds: TextBounds) {
  const description =
    'One line: a tab or line break becomes a space, and other control characters are invalid.';
  return z
    .string({ error: orRequired('must be a string') })
    .overwrite((value) => toStoredText(value, bounds))
    .refine((value) => findTextProblem(value, bounds) === null, {
      error: ({ input }) => findTextProblem(String(input), bounds) ?? undefined,
    })
    .meta({ minLength: bounds.min, maxLength: bounds.max, ...(bounds.isSingleLine && { description }) });
}

/** An id in the path. A malformed id gets the same 404 as an unknown one, not a 400 (`invalidInput` in the API). */
export const PathId = z
  .string()
  .regex(/^[0-9A-Za-z_-]{1,100}$/)
  .meta({ description: 'A CUID.', example: 'cmi8w3k2p0001t5jx4f6d9a1b' });

/** An id in a body or a filter. The operation checks whether something has this id. */
export const Reference = text(textBounds.id).meta({
  description: 'A CUID.',
  example: 'cmi8w3k2p0001t5jx4f6d9a1b',
});

/** The name that the creator of a task gives it, such as its number in another system. */
export const ExternalId = text(textBounds.externalId);

/** A time in an output: ISO 8601, UTC, with milliseconds. */
export const Time = z.iso
  .datetime({ precision: 3 })
  .meta({ pattern: undefined, example: '2026-11-21T09:30:00.000Z' });

const instantMessage = 'must be a time in ISO 8601, UTC, such as 2027-01-31T09:30:00Z';

/** A time in an input: ISO 8601, UTC, from the year 1 on, because PostgreSQL has no year 0. */
export const Instant = z.iso
  .datetime({ error: orRequired(instantMessage), abort: true })
  .refine((value) => value >= '0001', { error: instantMessage, abort: true });

/** A time in an input that is stored: the output has milliseconds, as responses have. */
export const GivenTime = Instant.overwrite((value) => new Date(value).toISOString());

const dateMessage = 'must be a date such as 2027-01-31';

/** A day of the calendar, without a time zone, from the year 1 on. */
export const CalendarDate = z.iso
  .date({ error: orRequired(dateMessage), abort: true })
  .refine((value) => value >= '0001', { error: dateMessage })
  .meta({ pattern: undefined, example: '2027-01-31' });

/** When a token or key expires: an ISO 8601 time in UTC, in the future. */
export const Expiry = Instant.refine((value) => new Date(value) > new Date() && value < '9999', {
  error: 'must lie in the future, before the year 9999',
});

/** An id in an output. */
export const Id = z.string().meta({ description: 'A CUID.', example: 'cmi8w3k2p0001t5jx4f6d9a1b' });

/** A name: 1 to 100 characters, not blank. */
export const Name = text(textBounds.name);

/**
 * The description of an agent or a project: up to 2,000 characters. Older, longer descriptions stay until they are
 * changed.
 */
export const Description = text(textBounds.description);

/** The description or result of a task: up to 100,000 characters. */
export const LongText = text(textBounds.longText);

/** An enum whose error message lists its values. */
export function oneOf<const T extends readonly [string, ...string[]]>(values: T) {
  return z.enum(values, { error: orRequired(`must be one of: ${values.join(', ')}`) });
}

export const Flag = z.boolean({ error: 'must be true or false' });

/** The maximum of an `integer` column in PostgreSQL. */
export const maxInteger = 2_147_483_647;

/** A whole number within these bounds, which the error names. */
export function wholeNumber(min: number, max = Number.MAX_SAFE_INTEGER) {
  const range = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
  const error = `must be a whole number ${range}`;
  return z.int({ error }).min(min, { error }).max(max, { error });
}

/** The result of counting that stops at a limit: with `isExact` false, there may be more than `count`. */
export const BoundedCount = z.strictObject({ count: z.int().min(0), isExact: z.boolean() });
export type BoundedCount = z.infer<typeof BoundedCount>;

/** An e-mail address, of at most 254 characters as in SMTP (RFC 5321). The output is in lower case. */
export const Email = z
  .email({ error: 'must be an e-mail address' })
  .max(254, { error: 'must have at most 254 characters' })
  .toLowerCase();
