import {
  agentFields,
  errorCatalog,
  type Fields,
  inWords,
  maxInteger,
  maxLeaseSeconds,
  minLeaseSeconds,
  namesWhere,
  projectFields,
  type RestOperation,
  type RestOperationId,
  restOperations,
  restWording,
  taskFields,
  textBounds,
} from '@crewboard/contracts';
import type { Schema } from '../../sdk/generate/print-type.ts';
import { allDefinitions, inputSchema } from '../../sdk/generate/schemas.ts';
import packageJson from '../package.json' with { type: 'json' };
import { type CommandSpec, type FieldKind, type FieldSpec, toFlag } from '../src/command-spec.ts';
import { defaultValues, extendsLease, longTexts, usesDefaultProject } from './command-behavior.ts';
import { commandTexts, fieldTexts, remedyTexts } from './command-texts.ts';

/** The text of src/generated/commands.ts: the command of each operation, and the remedy of each error. */
export function printCommands(): string {
  const remedies = {
    ...Object.fromEntries(
      Object.entries(errorCatalog).map(([code, { remedy }]) => [code, inWords(remedy, restWording)]),
    ),
    ...remedyTexts,
  };
  const constant = (name: string, type: string, value: unknown) =>
    `export const ${name}${type} = ${JSON.stringify(value, null, 2)};\n`;
  return [
    '// Made from the operations in packages/contracts by `pnpm clients`. Do not edit.\n',
    "import type { CommandSpec } from '../command-spec.ts';\n",
    constant('version', '', packageJson.version),
    '/** The length of the result of a task, in characters. */',
    constant('maxResultLength', '', textBounds.longText.max),
    '/** The length of the reason of a failure, in characters. */',
    constant('maxReasonLength', '', textBounds.failureReason.max),
    constant('minLeaseSeconds', '', minLeaseSeconds),
    constant('maxLeaseSeconds', '', maxLeaseSeconds),
    '/** Columns of tables that only some resources have. */',
    constant('fieldColumns', ': readonly string[]', fieldColumns),
    constant('commands', ': readonly CommandSpec[]', restOperations.map(commandOf)),
    '/** What to do after an error, by error code. */',
    constant('remedies', ': Readonly<Record<string, string>>', remedies),
  ].join('\n');
}

const definitions = allDefinitions();

type FieldSchema = Schema & {
  'x-extensible'?: boolean;
  format?: string;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
};

/** The schema of the values other than null, without references. */
function resolve(schema: Schema): FieldSchema {
  const { $ref, anyOf, ...own } = schema;
  if ($ref) return { ...resolve(definitions[$ref.replace('#/$defs/', '')] ?? {}), ...own };
  const [part] = anyOf?.filter(({ type }) => type !== 'null') ?? [];
  return part ? { ...resolve(part), ...own } : schema;
}

const kinds: Record<string, FieldKind> = {
  integer: 'number',
  boolean: 'boolean',
  array: 'list',
  object: 'json',
};

const namesIn = ({ properties = {}, required = [] }: Schema): string =>
  Object.keys(properties)
    .map((name) => (required.includes(name) ? `${name} (required)` : name))
    .join(', ');

/** The schema of the items of an array of objects; undefined for other schemas. */
function itemsOf({ items }: Schema): Schema | undefined {
  const objects = items && resolve(items as Schema);
  return objects?.properties && objects;
}

/** The form of the value of a flag, for the end of its description: bounds, format or properties. */
function formOf(schema: FieldSchema): string {
  const { format, minimum, maximum, default: value, properties } = schema;
  const objects = itemsOf(schema);
  if (objects) return `A JSON array of objects with ${namesIn(objects)}.`;
  if (Object.keys(properties ?? {}).length > 0) return `A JSON object with ${namesIn(schema)}.`;
  if (format === 'date-time') return '(ISO 8601, UTC: 2026-11-21T09:30:00Z)';
  if (format === 'date') return '(2027-01-31)';
  // The maximum of all integers is no bound that people meet.
  if (minimum === undefined || maximum === undefined || maximum >= maxInteger) return '';
  return `(${minimum} to ${maximum}${value === undefined ? '' : `, ${value} by default`})`;
}

function fieldOf(
  name: string,
  schema: Schema,
  {
    isRequired,
    isArgument,
    replacement,
  }: { isRequired: boolean; isArgument: boolean; replacement: string | undefined },
): FieldSpec {
  const resolved = resolve(schema);
  const { type, description = '', enum: values, 'x-extensible': isExtensible } = resolved;
  const typeOfValue = Array.isArray(type) ? type.find((one) => one !== 'null') : type;
  // The placeholder of a flag already says that it takes an id: TASK_ID.
  const text = replacement ?? (description === 'A CUID.' ? '' : description);
  const textWithForm = [text, formOf(resolved)].filter(Boolean).join(' ');
  return {
    name,
    kind: itemsOf(resolved) ? 'objects' : (kinds[typeOfValue ?? ''] ?? 'text'),
    ...(isArgument && { isArgument }),
    ...(isRequired && { isRequired }),
    ...(textWithForm && { description: textWithForm }),
    ...(values && !isExtensible && { choices: values as string[] }),
    ...(longTexts.includes(name) && { maxLength: resolved.maxLength }),
    ...(Object.hasOwn(defaultValues, name) && { defaultValue: defaultValues[name] }),
  };
}

/** Replaces names of fields in a text with flags: `leaseSeconds` → --lease-seconds. */
const withFlags = (text: string, fields: readonly FieldSpec[]): string =>
  text.replaceAll(/`(\w+)`/g, (quoted, word: string) =>
    fields.some(({ name, isArgument }) => name === word && !isArgument) ? toFlag(word) : quoted,
  );

function commandOf(operation: RestOperation): CommandSpec {
  const { id, rest, paging, output } = operation;
  const {
    description = rest.description,
    fields: replacements,
    examples,
  } = commandTexts[id as RestOperationId] ?? {};
  const { properties = {}, required = [] } = inputSchema(operation) ?? {};
  const isArgument = (name: string) => name !== 'teamId' && rest.path.includes(`{${name}}`);
  const fields = Object.entries(properties).map(([name, schema]) =>
    fieldOf(name, schema, {
      isRequired: required.includes(name),
      isArgument: isArgument(name),
      replacement: replacements?.[name] ?? fieldTexts[name],
    }),
  );
  const inPath = (field: FieldSpec) => rest.path.indexOf(`{${field.name}}`);
  const positional = fields.filter((field) => field.isArgument).sort((a, b) => inPath(a) - inPath(b));
  return {
    id,
    summary: rest.summary,
    ...(description && { description: withFlags(description, fields) }),
    fields: [...positional, ...fields.filter((field) => !field.isArgument)].map((field) => ({
      ...field,
      ...(field.name === 'projectId' && usesDefaultProject.includes(id) && { hasDefaultProject: true }),
      ...(field.description && { description: withFlags(field.description, fields) }),
    })),
    ...(paging && { isPaged: true }),
    ...(rest.versioned === 'write' && { isConditional: true }),
    ...(output.def.type === 'void' && { hasNoOutput: true }),
    ...(extendsLease.includes(id) && { extendsLease: true }),
    ...(examples && { examples }),
  };
}

const columnsOf = (fields: Fields) => namesWhere(fields, ({ isColumn }) => isColumn === true);
const fieldColumns = [...new Set([taskFields, agentFields, projectFields].flatMap(columnsOf))];
