/** The part of JSON Schema that zod makes of the contracts. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  description?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
};

const docWidth = 108;

/** A comment of documentation; an empty text without any. */
export function printDoc(text: string | undefined, indent: string): string {
  if (!text) return '';
  const lines = text.split('\n').flatMap((paragraph) => wrap(paragraph, docWidth - indent.length));
  const [first = '', ...rest] = lines;
  if (rest.length === 0) return `${indent}/** ${first} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}

function wrap(paragraph: string, width: number): string[] {
  const lines = [''];
  for (const word of paragraph.replaceAll('*/', '*\\/').split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + word.length >= width) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines;
}

const scalars: Record<string, string> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

/** A schema as a TypeScript type. Throws for what the contracts do not use. */
export function printType(schema: Schema, indent = ''): string {
  const { $ref, const: constant, type, items, anyOf, oneOf } = schema;
  if ($ref) return $ref.replace('#/$defs/', '');
  if (constant !== undefined) return printLiteral(constant);
  if (schema.enum) return schema.enum.map(printLiteral).join(' | ');
  const parts = anyOf ?? oneOf;
  if (parts) return [...new Set(parts.map((part) => printType(part, indent)))].join(' | ');
  if (type === 'array') return printArray(printType(items ?? {}, indent));
  if (type === 'object') return printObject(schema, indent);
  if (type === undefined) return 'unknown';
  if (Array.isArray(type)) return type.map((one) => printType({ type: one })).join(' | ');
  const scalar = scalars[type];
  if (!scalar) throw new Error(`There is no TypeScript type for ${JSON.stringify(schema)}`);
  return scalar;
}

const printLiteral = (value: unknown): string =>
  typeof value === 'string' ? `'${value}'` : JSON.stringify(value);

const printArray = (item: string): string => (item.includes(' | ') ? `(${item})[]` : `${item}[]`);

function printObject({ properties, required = [], additionalProperties }: Schema, indent: string): string {
  if (!properties) {
    const values =
      typeof additionalProperties === 'object' ? printType(additionalProperties, indent) : 'unknown';
    return `Record<string, ${values}>`;
  }
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(([name, property]) => {
    const mark = required.includes(name) ? '' : '?';
    return `${printDoc(property.description, inner)}${inner}${name}${mark}: ${printType(property, inner)};\n`;
  });
  return lines.length === 0 ? 'Record<string, never>' : `{\n${lines.join('')}${indent}}`;
}

/** An exported declaration: an interface for an object, else an alias. */
export function printDeclaration(name: string, schema: Schema): string {
  const type = printType(schema);
  const doc = printDoc(schema.description, '');
  return schema.properties
    ? `${doc}export interface ${name} ${type}\n`
    : `${doc}export type ${name} = ${type};\n`;
}
