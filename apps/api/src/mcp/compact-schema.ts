import { maxInteger } from '@crewboard/contracts';
import { z } from 'zod';

type Schema = { [key: string]: unknown };

/**
 * What a model needs of a schema. Bounds of lengths and numbers of items, formats and patterns it learns from the error of a wrong value.
 */
const keptKeys = ['type', 'enum', 'const', 'minimum', 'maximum', 'default'];

/** A longer enum is a string: the error of another value lists the values. */
const maxEnumLength = 10;

const isObject = (value: unknown): value is Schema =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

const isNull = (schema: unknown) => isObject(schema) && schema.type === 'null';

const toJsonSchema = (schema: z.ZodType, io: 'input' | 'output'): Schema =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Schema;

/** The schema that a reference names, and the only other alternative of null: an absent field stands for null. */
function resolve(schema: unknown, defs: Schema): Schema {
  if (!isObject(schema)) return {};
  if (typeof schema.$ref === 'string') return resolve(defs[schema.$ref.split('/').at(-1) ?? ''], defs);
  const [only, ...others] = ([schema.anyOf].flat() as unknown[]).filter((one) => one && !isNull(one));
  if (only !== undefined && others.length === 0) return resolve(only, defs);
  const types = [schema.type].flat().filter((type) => type !== 'null');
  return types.length === 1 ? { ...schema, type: types[0] } : schema;
}

const isNullable = (schema: unknown): boolean =>
  isObject(schema) &&
  ([schema.type].flat().includes('null') || ([schema.anyOf].flat() as unknown[]).some(isNull));

/** The properties of an object, or of every kind of object in a union; required are those of all. */
function propertiesOf(schema: Schema, defs: Schema): { properties: Schema; required: string[] } {
  const kinds = Array.isArray(schema.oneOf) ? schema.oneOf.map((kind) => resolve(kind, defs)) : [schema];
  const required = kinds.map((kind) => (Array.isArray(kind.required) ? kind.required.map(String) : []));
  const isAlways = (name: string) =>
    required.every((names) => names.includes(name)) &&
    kinds.every(({ properties }) => !isNullable((properties as Schema)[name]));
  return {
    properties: Object.assign({}, ...kinds.map((kind) => kind.properties ?? {})),
    required: (required[0] ?? []).filter(isAlways),
  };
}

type Hints = {
  hints: Readonly<Record<string, string>>;
  defaults: Readonly<Record<string, unknown>>;
  keepsNull: boolean;
};

/** Fields that no call gives. */
type Omissions = { omitted: readonly string[] };

/** Of items with more fields, the description of the tool says which tool takes the same. */
const maxItemFields = 5;

const compactItem = (item: Schema): Schema =>
  isObject(item.properties) && Object.keys(item.properties).length > maxItemFields
    ? { type: 'object' }
    : item;

function compactInput(source: unknown, defs: Schema, options: Hints): Schema {
  const schema = resolve(source, defs);
  const compact: Schema = Object.fromEntries(
    Object.entries(schema).filter(([key]) => keptKeys.includes(key)),
  );
  if (Array.isArray(compact.enum) && compact.enum.length > maxEnumLength) delete compact.enum;
  if (options.keepsNull && isNullable(source)) compact.type = [compact.type, 'null'];
  // A number below is wrong in any call.
  if (compact.minimum === 0 || compact.minimum === 1) delete compact.minimum;
  if (compact.maximum === Number.MAX_SAFE_INTEGER || compact.maximum === maxInteger) delete compact.maximum;
  if (schema.items) compact.items = compactItem(compactInput(schema.items, defs, options));
  if (!isObject(schema.properties)) return compact;
  compact.properties = Object.fromEntries(
    Object.entries(schema.properties).map(([name, property]) => {
      const description = options.hints[name];
      const compacted = compactInput(property, defs, options);
      const value = options.defaults[name];
      const defaults = value !== undefined && { type: [compacted.type, 'null'], default: value };
      return [name, { ...compacted, ...defaults, ...(description && { description }) }];
    }),
  );
  if (Array.isArray(schema.required) && schema.required.length > 0) compact.required = schema.required;
  return compact;
}

/**
 * JSON Schema of the input of a tool, without the team: a credential has one. Null is part of it for a tool that
 * updates, where it clears a field.
 */
export function inputSchemaOf(input: z.ZodType | undefined, options: Hints & Omissions): Schema {
  const schema = input ? toJsonSchema(input, 'input') : {};
  const { properties, required, ...others } = compactInput(schema, (schema.$defs ?? {}) as Schema, options);
  const isGiven = ([name]: [string, unknown]) => name !== 'teamId' && !options.omitted.includes(name);
  const fields = Object.fromEntries(Object.entries((properties ?? {}) as Schema).filter(isGiven));
  const needed = ((required ?? []) as string[]).filter((name) => name !== 'teamId');
  return { ...others, type: 'object', properties: fields, ...(needed.length > 0 && { required: needed }) };
}

/**
 * JSON Schema of these fields of an object. Null is left out of results, and what is below a field out of the schema.
 */
export function outputSchemaOf(output: z.ZodType, fields: readonly string[]): Schema {
  const json = toJsonSchema(output, 'output');
  const defs = (json.$defs ?? {}) as Schema;
  const { properties, required } = propertiesOf(resolve(json, defs), defs);
  const always = fields.filter((name) => required.includes(name));
  const typeOf = (name: string) => {
    const { type } = resolve(properties[name], defs);
    return type ? { type } : {};
  };
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((name) => [name, typeOf(name)])),
    ...(always.length > 0 && { required: always }),
  };
}
