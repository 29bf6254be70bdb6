import { readOnlyTaskFields } from '@crewboard/contracts';
import type { z } from 'zod';
import type { FieldError } from '../errors.ts';

function unknownField(key: string): string {
  return readOnlyTaskFields[key] ?? 'is not a field of this operation';
}

/** What is wrong with an input, in words that tell how to mend it: one entry for each field. */
export function validationErrors(issues: readonly z.core.$ZodIssue[]): FieldError[] {
  return issues.flatMap((issue) => {
    const path = issue.path.join('.');
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        path: path ? `${path}.${key}` : key,
        message: unknownField(key),
      }));
    }
    if (issue.code === 'invalid_type' && issue.input === undefined && path) {
      return [{ path, message: 'is required' }];
    }
    return [{ path, message: path ? issue.message : 'The input must be a JSON object' }];
  });
}
