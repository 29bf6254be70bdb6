import type { RestOperation } from '@crewboard/contracts';
import { z } from 'zod';

type Fields = Record<string, unknown>;

const decimal = /^-?\d+$/;

/**
 * Returns a function that converts the parameters of a query to the types that the input declares: whole decimal
 * numbers, booleans, and lists separated by commas.
 */
export function createQueryReader({ input }: RestOperation): (query: Fields) => Fields {
  const numbers = fieldsOfKind(input, z.ZodNumber);
  const flags = fieldsOfKind(input, z.ZodBoolean);
  const lists = fieldsOfKind(input, z.ZodArray);
  return (query) => {
    const fields: Fields = { ...query };
    for (const name of lists) {
      const value = fields[name];
      if (typeof value === 'string') fields[name] = value.split(',');
    }
    for (const name of numbers) {
      const value = fields[name];
      if (typeof value === 'string' && decimal.test(value)) fields[name] = Number(value);
    }
    for (const name of flags) {
      const value = fields[name];
      if (value === 'true' || value === 'false') fields[name] = value === 'true';
    }
    return fields;
  };
}

type Kind = typeof z.ZodNumber | typeof z.ZodBoolean | typeof z.ZodArray;

function fieldsOfKind(input: z.ZodType | undefined, kind: Kind): string[] {
  const schema = input instanceof z.ZodOptional ? input.unwrap() : input;
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.keys(schema.shape).filter((name) => isOfKind(schema.shape[name], kind));
}

function isOfKind(field: unknown, kind: Kind): boolean {
  if (field instanceof z.ZodDefault || field instanceof z.ZodOptional) return isOfKind(field.unwrap(), kind);
  return field instanceof kind;
}
