import { z } from 'zod';
import { findTextProblem, type TextBounds, textBounds, toStoredText } from './bounds/text-bounds.ts';

/** Distinguishes a missing field from an invalid one. */
const orRequired = (message: string) => (issue: { input?: unknown }) =>
  issue.input === undefined ? 'is required' : message;

/** A text within these bounds that can be stored (`findTextProblem`), as it is stored (`toStoredText`). */
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

/** An identifier in the path. The operation checks whether it names anything: a 404, never a 400. */
export const PathId = z
  .string()
  .regex(/^[0-9A-Za-z_-]{1,100}$/)
  .meta({ description: 'A CUID.', example: 'cmi8w3k2p0001t5jx4f6d9a1b' });

/** An identifier in a body or a filter. */
export const Reference = text(textBounds.id).meta({
  description: 'A CUID.',
  example: 'cmi8w3k2p0001t5jx4f6d9a1b',
});

/** The caller's own name of a task. */
export const ExternalId = text(textBounds.externalId);

/** A time: ISO 8601, UTC, with milliseconds. */
export const Time = z.iso
  .datetime({ precision: 3 })
  .meta({ pattern: undefined, example: '2026-11-21T09:30:00.000Z' });

const instantMessage = 'must be a time in ISO 8601, UTC, such as 2027-01-31T09:30:00Z';

/** A time in an input: ISO 8601, UTC, from the year 1 on. */
export const Instant = z.iso
  .datetime({ error: orRequired(instantMessage), abort: true })
  .refine((value) => value >= '0001', { error: instantMessage, abort: true });

/** A time that is stored: with milliseconds, as responses have it. */
export const GivenTime = Instant.overwrite((value) => new Date(value).toISOString());

const dateMessage = 'must be a date such as 2027-01-31';

/** A day of the calendar, without a time zone, from the year 1 on. */
export const CalendarDate = z.iso
  .date({ error: orRequired(dateMessage), abort: true })
  .refine((value) => value >= '0001', { error: dateMessage })
  .meta({ pattern: undefined, example: '2027-01-31' });

/**
 * When a token or key expires: an ISO 8601 time in UTC, in the future. Cut to milliseconds.
 */
export const Expiry = Instant.refine((value) => new Date(value) > new Date() && value < '9999', {
  error: 'must lie in the future, before the year 9999',
});

export const Id = z.string().meta({ description: 'A CUID.', example: 'cmi8w3k2p0001t5jx4f6d9a1b' });

/** A name: 1 to 100 characters, not blank. */
export const Name = text(textBounds.name);

/**
 * The description of an agent or a project: up to 2,000 characters. Older ones of up to 100,000 stay until they are
 * changed.
 */
export const Description = text(textBounds.description);

/** Long text: the description or result of a task, up to 100,000 characters. */
export const LongText = text(textBounds.longText);

/** An enum whose error message lists its values. */
export function oneOf<const T extends readonly [string, ...string[]]>(values: T) {
  return z.enum(values, { error: orRequired(`must be one of: ${values.join(', ')}`) });
}
