import { errorCatalog, type RestOperation, restOperations, textBounds } from '@crewboard/contracts';
import type { Schema } from '../../sdk/generate/print-type.ts';
import { allDefinitions, inputSchema } from '../../sdk/generate/schemas.ts';
import packageJson from '../package.json' with { type: 'json' };
import type { CommandSpec, FieldKind, FieldSpec } from '../src/command-spec.ts';

const definitions = allDefinitions();

/** The parts of a schema that say which texts a flag takes; those of an optional or nullable one are inside. */
function resolve(schema: Schema): Schema & { 'x-extensible'?: boolean } {
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

function fieldOf(
  name: string,
  schema: Schema,
  { isRequired, isArgument }: { isRequired: boolean; isArgument: boolean },
): FieldSpec {
  const { type, description, enum: values, 'x-extensible': isExtensible } = resolve(schema);
  const main = Array.isArray(type) ? type.find((one) => one !== 'null') : type;
  return {
    name,
    kind: kinds[main ?? ''] ?? 'text',
    ...(isArgument && { isArgument }),
    ...(isRequired && { isRequired }),
    ...(description && description !== 'A CUID.' && { description }),
    ...(values && !isExtensible && { choices: values as string[] }),
  };
}

function commandOf(operation: RestOperation): CommandSpec {
  const { id, rest, paging, output } = operation;
  const { properties = {}, required = [] } = inputSchema(operation) ?? {};
  const isArgument = (name: string) => name !== 'teamId' && rest.path.includes(`{${name}}`);
  const fields = Object.entries(properties).map(([name, schema]) =>
    fieldOf(name, schema, { isRequired: required.includes(name), isArgument: isArgument(name) }),
  );
  const inPath = (field: FieldSpec) => rest.path.indexOf(`{${field.name}}`);
  const positional = fields.filter((field) => field.isArgument).sort((a, b) => inPath(a) - inPath(b));
  return {
    id,
    summary: rest.summary,
    ...(rest.description && { description: rest.description }),
    fields: [...positional, ...fields.filter((field) => !field.isArgument)],
    ...(paging && { isPaged: true }),
    ...(rest.versioned === 'write' && { isConditional: true }),
    ...(output.def.type === 'void' && { hasNoOutput: true }),
  };
}

/** src/generated/commands.ts: a command for each operation, and what to do after an error. */
export function printCommands(): string {
  const remedies = Object.fromEntries(
    Object.entries(errorCatalog).map(([code, { remedy }]) => [code, remedy]),
  );
  const constant = (name: string, type: string, value: unknown) =>
    `export const ${name}${type} = ${JSON.stringify(value, null, 2)};\n`;
  return [
    '// Made from the operations in packages/contracts by `pnpm clients`. Do not edit.\n',
    "import type { CommandSpec } from '../command-spec.ts';\n",
    constant('version', '', packageJson.version),
    '/** Of the result of a task, in characters. */',
    constant('maxResultLength', '', textBounds.longText.max),
    constant('commands', ': readonly CommandSpec[]', restOperations.map(commandOf)),
    '/** What to do after an error, by its code. */',
    constant('remedies', ': Readonly<Record<string, string>>', remedies),
  ].join('\n');
}
