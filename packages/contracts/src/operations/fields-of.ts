import { z } from 'zod';
import type { Operation } from './define-operations.ts';

/** The names of the top-level fields of an output: of the items of a list, and of all members of a union. */
export function fieldsOf({ output }: Pick<Operation, 'output'>): string[] {
  return [...new Set(fieldsOfSchema(output))];
}

function fieldsOfSchema(schema: unknown): string[] {
  if (schema instanceof z.ZodOptional) return fieldsOfSchema(schema.unwrap());
  if (schema instanceof z.ZodArray) return fieldsOfSchema(schema.element);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(fieldsOfSchema);
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}
