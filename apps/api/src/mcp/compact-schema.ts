import { maxInteger } from '@crewboard/contracts';
import { z } from 'zod';

// Makes short JSON Schemas for tools: each schema costs the model tokens in every conversation.

type Schema = { [key: string]: unknown };

type InputOptions = {
  /** Descriptions by field. */
  hints: Readonly<Record<string, string>>;
  /** By field. A call with null gives no value to the operation, so null is allowed beside the type of the field. */
  defaults: Readonly<Record<string, unknown>>;
  /** Whether null is a value, which clears a field. */
  keepsNull: boolean;
};

/**
 * The JSON Schema of the input of a tool, without the `omitted` fields and the team, which the credential determines.
 */
export function inputSchemaOf(
  input: z.ZodType | undefined,
  options: InputOptions & { omitted: readonly string[] },
): Schema {
  const schema = input ? toJsonSchema(input, 'input') : {};
  const { properties, required, ...others } = compactInput(schema, (schema.$defs ?? {}) as Schema, options);
  const isGiven = ([name]: [string, unknown]) => name !== 'teamId' && !options.omitted.includes(name);
  const fields = Object.fromEntries(Object.entries((properties ?? {}) as Schema).filter(isGiven));
  const needed = ((required ?? []) as string[]).filter((name) => name !== 'teamId');
  return { ...others, type: 'object', properties: fields, ...(needed.length > 0 && { required: needed }) };
}

/**
 * The JSON Schema of these fields of an object. Nullable fields are optional, because results leave out null. The
 * schema has only the types of fields, not their parts.
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

/** Other keywords, such as lengths, formats and patterns, are left out: the error of a wrong value has them. */
const keptKeys = ['type', 'enum', 'const', 'minimum', 'maximum', 'default'];

/** A longer enum becomes a string: the error of a wrong value lists the values. */
const maxEnumLength = 10;

/** Items with more fields become a bare object: the description of the tool names another tool with the same fields. */
const maxItemFields = 5;

function compactInput(source: unknown, defs: Schema, options: InputOptions): Schema {
  const schema = resolve(source, defs);
  const compact: Schema = Object.fromEntries(
    Object.entries(schema).filter(([key]) => keptKeys.includes(key)),
  );
  if (Array.isArray(compact.enum) && compact.enum.length > maxEnumLength) delete compact.enum;
  if (options.keepsNull && isNullable(source)) compact.type = [compact.type, 'null'];
  // Models do not send smaller numbers anyway.
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

const compactItem = (item: Schema): Schema =>
  isObject(item.properties) && Object.keys(item.properties).length > maxItemFields
    ? { type: 'object' }
    : item;

/**
 * The properties of an object, or of all objects of a union together. `required` has those that every object requires.
 */
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

const isObject = (value: unknown): value is Schema =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

const isNull = (schema: unknown) => isObject(schema) && schema.type === 'null';

const toJsonSchema = (schema: z.ZodType, io: 'input' | 'output'): Schema =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Schema;

/** Follows references, and reduces "a schema or null" to the schema: in results an absent field stands for null. */
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
