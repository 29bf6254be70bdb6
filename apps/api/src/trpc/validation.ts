import { maxFieldErrors, readOnlyTaskFields, type Worded } from '@crewboard/contracts';
import type { z } from 'zod';
import type { WordedFieldError } from '../errors.ts';

/**
 * The errors of the fields of an input, without duplicates. Returns at most `maxFieldErrors`: a body of 1 MiB can have
 * a hundred thousand errors.
 */
export function validationErrors(issues: readonly z.core.$ZodIssue[]): WordedFieldError[] {
  const errors = new Map<string, WordedFieldError>();
  for (const error of issues.flatMap(fieldErrors)) {
    errors.set(JSON.stringify(error), error);
    if (errors.size === maxFieldErrors) break;
  }
  return [...errors.values()];
}

/** Inputs of all operations get the messages of task fields: an issue does not say which operation it is about. */
function unknownField(key: string): Worded {
  return readOnlyTaskFields.get(key) ?? 'is not a field of this operation';
}

function fieldErrors(issue: z.core.$ZodIssue): WordedFieldError[] {
  const path = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') {
    const prefix = path ? `${path}.` : '';
    return issue.keys.map((key) => ({ path: prefix + key, message: unknownField(key) }));
  }
  // An issue without a path is about the type of the whole input: no input schema has a check (`refine`) of its own.
  if (!path) return [{ path, message: 'The input must be a JSON object' }];
  const isNoObject = issue.code === 'invalid_type' && issue.expected === 'object';
  return [{ path, message: isNoObject ? 'must be a JSON object' : issue.message }];
}
