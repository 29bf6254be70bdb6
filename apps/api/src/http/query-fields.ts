import type { RestOperation } from '@crewboard/contracts';
import { z } from 'zod';

type Fields = Record<string, unknown>;

const decimal = /^-?\d+$/;

/** Reads the parameters of a query as the input expects them: whole decimal numbers where a field is a number. */
export function queryReader({ input }: RestOperation): (query: Fields) => Fields {
  const names = numberFieldsOf(input);
  return (query) => {
    const fields: Fields = { ...query };
    for (const name of names) {
      const value = fields[name];
      if (typeof value === 'string' && decimal.test(value)) fields[name] = Number(value);
    }
    return fields;
  };
}

function numberFieldsOf(input: z.ZodType | undefined): string[] {
  const schema = input instanceof z.ZodOptional ? input.unwrap() : input;
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.keys(schema.shape).filter((name) => isNumber(schema.shape[name]));
}

function isNumber(field: unknown): boolean {
  if (field instanceof z.ZodDefault || field instanceof z.ZodOptional) return isNumber(field.unwrap());
  return field instanceof z.ZodNumber;
}
