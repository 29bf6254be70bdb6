import { maxFieldErrors, readOnlyTaskFields, type Worded } from '@crewboard/contracts';
import type { z } from 'zod';
import type { WordedFieldError } from '../errors.ts';

/**
 * The errors of the fields of an input, without duplicates. Returns at most `maxFieldErrors`: a body of 1 MiB can have
 * a hundred thousand errors. `path` is that of the operation in REST.
 */
export function validationErrors(issues: readonly z.core.$ZodIssue[], path: string): WordedFieldError[] {
  const hasTask = path.includes('/tasks');
  const errors = new Map<string, WordedFieldError>();
  for (const error of issues.flatMap((issue) => fieldErrors(issue, hasTask))) {
    errors.set(JSON.stringify(error), error);
    if (errors.size === maxFieldErrors) break;
  }
  return [...errors.values()];
}

function unknownField(key: string, hasTask: boolean): Worded {
  return (hasTask && readOnlyTaskFields.get(key)) || 'is not a field of this operation';
}

function fieldErrors(issue: z.core.$ZodIssue, hasTask: boolean): WordedFieldError[] {
  const path = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') {
    const prefix = path ? `${path}.` : '';
    return issue.keys.map((key) => ({ path: prefix + key, message: unknownField(key, hasTask) }));
  }
  // An issue without a path is about the type of the whole input: no input schema has a check (`refine`) of its own.
  if (!path) return [{ path, message: 'The input must be a JSON object' }];
  const isNoObject = issue.code === 'invalid_type' && issue.expected === 'object';
  return [{ path, message: isNoObject ? 'must be a JSON object' : issue.message }];
}
