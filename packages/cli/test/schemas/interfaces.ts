import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { RestOperation } from '@crewboard/contracts';
import type { Command } from 'commander';
import { parseSync, type TSType, type TSTypeLiteral } from 'oxc-parser';
import { z } from 'zod';
import { toolsByCaller } from '../../../../apps/api/src/mcp/tools.ts';
import { toWord } from '../../src/command-spec.ts';
import { commands } from '../../src/generated/commands.ts';
import { createProgram } from '../../src/program.ts';
import { type Field, type Fields, fieldsOf, type Schema } from './fields.ts';

const root = path.join(import.meta.dirname, '../../../..');

/** The input as the contracts declare it. */
export function contractFields({ input }: RestOperation): Fields {
  return input ? fieldsOf(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema) : {};
}

type Parameter = { in: string; name: string; required?: boolean; schema: Schema };
type OpenApiOperation = {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
};
const openApi: {
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: { schemas: Record<string, Schema> };
} = JSON.parse(readFileSync(path.join(root, 'openapi.json'), 'utf8'));

/** Path, query and body in openapi.json, but for `fields`, which chooses those of the response. */
export function restFields({ rest }: RestOperation): Fields {
  const { parameters = [], requestBody } = openApi.paths[rest.path]?.[rest.method.toLowerCase()] ?? {};
  const inUrl = parameters.filter(({ in: place, name }) => place !== 'header' && name !== 'fields');
  const body = requestBody?.content['application/json']?.schema;
  const schema: Schema = {
    properties: {
      ...Object.fromEntries(inUrl.map(({ name, schema }) => [name, schema])),
      ...body?.properties,
    },
    required: [
      ...inUrl.filter(({ required }) => required).map(({ name }) => name),
      ...(body?.required ?? []),
    ],
  };
  return fieldsOf(schema, openApi.components.schemas);
}

/** The input of the tools, but for `textOffset`, which reads on in the texts of the result; undefined without one. */
export function mcpFields({ id }: RestOperation): Fields | undefined {
  const tools = [...toolsByCaller.key.values(), ...toolsByCaller.agent.values()];
  const names = new Set(
    tools.filter(({ operation }) => operation.id === id).map(({ listed }) => listed.name),
  );
  if (names.size === 0) return;
  const fields = [...names].map((name) => {
    const tool = tools.find(({ listed }) => listed.name === name);
    const { textOffset: _, ...own } = fieldsOf(tool?.listed.inputSchema as Schema);
    return own;
  });
  if (fields.length === 1) return fields[0];
  // Each of several tools has some of the fields, and may require one that the operation does not.
  const isRequired = (name: string) => fields.every((each) => each[name]?.isRequired === true);
  const all = Object.entries(Object.assign({}, ...fields) as Fields);
  // What is inside of a field is as that has it.
  return Object.fromEntries(
    all.map(([name, field]) => [
      name,
      name.includes('[]') ? field : { ...field, isRequired: isRequired(name) },
    ]),
  );
}

const typeOfKind = {
  ...{ text: 'string', number: 'integer', boolean: 'boolean' },
  ...{ list: 'array', json: 'object', objects: 'array' },
};

/** Options that every command of its kind has, beside the input. */
const optionsOfCommands = ['jsonInput', 'all', 'ifMatch', 'fields', 'minimal', 'json'];

/** The arguments and options of the command, as its parser knows them. */
export function commandFields({ id }: RestOperation): Fields {
  const spec = commands.find((one) => one.id === id);
  let command: Command = createProgram(process);
  for (const word of id.split('.').map(toWord)) {
    command = command.commands.find((one) => one.name() === word) ?? command;
  }
  const toField = (name: string, isRequired: boolean, choices?: string[]): [string, Field] => {
    const { kind = 'text', defaultValue } = spec?.fields.find((field) => field.name === name) ?? {};
    const field = { types: [typeOfKind[kind]], isRequired, ...(choices && { enum: choices }) };
    return [name, defaultValue === undefined ? field : { ...field, default: defaultValue }];
  };
  const fromPlaceholder = (text: string) =>
    text.toLowerCase().replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries([
    ...command.registeredArguments.map((one) => toField(fromPlaceholder(one.name()), one.required)),
    ...command.options
      .filter((option) => !optionsOfCommands.includes(option.attributeName()))
      .map((option) => {
        const name = option.long === '--team' ? 'teamId' : option.attributeName();
        return toField(name, option.description.endsWith('(required)'), option.argChoices);
      }),
  ]);
}

const file = path.join(root, 'packages/sdk/src/generated/types.ts');
const declarations = new Map(
  parseSync(file, readFileSync(file, 'utf8')).program.body.flatMap((statement) => {
    const { declaration } = statement as { declaration?: { type: string; id?: { name: string } } };
    return declaration?.id ? [[declaration.id.name, declaration as never]] : [];
  }),
) as Map<string, { body?: TSTypeLiteral & { body: TSTypeLiteral['members'] }; typeAnnotation?: TSType }>;

/** A type of TypeScript as a schema. Throws for what the generator does not write. */
function toSchema(type: TSType): Schema {
  switch (type.type) {
    case 'TSStringKeyword':
      return { type: 'string' };
    case 'TSNumberKeyword':
      return { type: 'number' };
    case 'TSBooleanKeyword':
      return { type: 'boolean' };
    case 'TSNullKeyword':
      return { type: 'null' };
    case 'TSParenthesizedType':
      return toSchema(type.typeAnnotation);
    case 'TSArrayType':
      return { type: 'array', items: toSchema(type.elementType) };
    case 'TSLiteralType':
      return { type: 'string', enum: [(type.literal as { value: unknown }).value] };
    case 'TSTypeLiteral':
      return toObject(type.members);
    case 'TSTypeReference': {
      const found = declarations.get((type.typeName as { name: string }).name);
      return found?.typeAnnotation ? toSchema(found.typeAnnotation) : toObject(found?.body?.body ?? []);
    }
    case 'TSUnionType': {
      const parts = type.types.map(toSchema);
      const values = parts.filter((part) => part.type !== 'null');
      const isEnum = values.length > 1;
      const value = isEnum ? { type: 'string', enum: values.flatMap((part) => part.enum ?? []) } : values[0];
      return values.length < parts.length ? { anyOf: [value ?? {}, { type: 'null' }] } : (value ?? {});
    }
    default:
      throw new Error(`The SDK has no such type: ${type.type}`);
  }
}

function toObject(members: TSTypeLiteral['members']): Schema {
  const properties: Record<string, Schema> = {};
  const required: string[] = [];
  for (const member of members) {
    if (member.type !== 'TSPropertySignature' || !member.typeAnnotation) continue;
    const { name } = member.key as { name: string };
    properties[name] = toSchema(member.typeAnnotation.typeAnnotation);
    if (!member.optional) required.push(name);
  }
  return { type: 'object', properties, required };
}

/** The type of the input in the SDK; of an operation without input, no fields. */
export function sdkFields({ operationId }: RestOperation): Fields {
  const name = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Input`;
  return fieldsOf(toObject(declarations.get(name)?.body?.body ?? []));
}
