/** What is known of a field: its types in JSON, whether it is required, and the bounds of its values. */
export type Field = {
  types: string[];
  isRequired: boolean;
  enum?: unknown[];
  /** Of an enum to which later versions add values. */
  isExtensible?: boolean;
} & Partial<Record<(typeof bounds)[number], unknown>>;

/** By path: `complete.taskId` is a field of a field, `eventTypes[]` an item of a list. */
export type Fields = Record<string, Field>;

export const bounds = [
  ...['default', 'minimum', 'maximum', 'minLength', 'maxLength', 'pattern', 'format'],
  ...['minItems', 'maxItems', 'uniqueItems'],
] as const;

/** JSON Schema as zod writes it, and as it is in openapi.json. */
export type Schema = {
  $ref?: string;
  $defs?: Definitions;
  type?: string | string[];
  enum?: unknown[];
  'x-extensible'?: boolean;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
} & Record<string, unknown>;

type Definitions = Record<string, Schema>;

/** A schema without references. One that may be null has the type "null" beside that of its values. */
function resolve(schema: Schema, definitions: Definitions): Schema {
  const { $ref, anyOf, ...own } = schema;
  if ($ref) return { ...resolve(definitions[$ref.split('/').at(-1) ?? ''] ?? {}, definitions), ...own };
  if (!anyOf) return schema;
  const [part, ...others] = anyOf.filter(({ type }) => type !== 'null');
  if (!part || others.length > 0) throw new Error(`No field has such a schema: ${JSON.stringify(schema)}`);
  const resolved = resolve(part, definitions);
  return { ...resolved, ...own, type: [resolved.type ?? [], 'null'].flat() };
}

/** The fields of an object, and of what is in them. */
export function fieldsOf(schema: Schema, definitions: Definitions = schema.$defs ?? {}, prefix = ''): Fields {
  const { properties = {}, required = [] } = schema;
  const fields: Fields = {};
  const add = (path: string, source: Schema, isRequired: boolean) => {
    const resolved = resolve(source, definitions);
    const { type = [], items, 'x-extensible': isExtensible } = resolved;
    const known = bounds.filter((name) => resolved[name] !== undefined);
    fields[path] = {
      types: [type].flat().sort(),
      isRequired,
      ...(resolved.enum && { enum: resolved.enum }),
      ...(isExtensible && { isExtensible }),
      ...Object.fromEntries(known.map((name) => [name, resolved[name]])),
    };
    if (items) add(`${path}[]`, items, true);
    Object.assign(fields, fieldsOf(resolved, definitions, `${path}.`));
  };
  for (const [name, property] of Object.entries(properties)) {
    add(prefix + name, property, required.includes(name));
  }
  return fields;
}
