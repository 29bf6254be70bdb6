import {
  EventByType,
  errorCodes,
  Problem,
  type RestOperation,
  restOperations,
  WebhookPayloadByType,
} from '@crewboard/contracts';
import { z } from 'zod';
import type { Schema } from './print-type.ts';

type Definitions = Record<string, Schema>;

const capitalize = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** The type of an operation's input: ClaimTaskInput. */
export const inputName = ({ operationId }: RestOperation): string => `${capitalize(operationId)}Input`;

/** Schemas that name another one for documentation are written as a reference to it. */
function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): Schema & { $defs?: Definitions } {
  return z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ jsonSchema }) {
      const documented = jsonSchema['x-documented-as'];
      if (typeof documented !== 'string') return;
      for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
      jsonSchema.$ref = `#/$defs/${documented}`;
    },
  }) as Schema;
}

/** The input of an operation. A client fills in the team of its token. */
export function inputSchema({ input, rest }: RestOperation): Schema | undefined {
  if (!input) return undefined;
  const schema = toJsonSchema(input, 'input');
  const teamId = schema.properties?.teamId;
  if (!teamId || !rest.path.includes('{teamId}')) return schema;
  teamId.description = 'Default: the team of the token.';
  schema.required = schema.required?.filter((name) => name !== 'teamId');
  return schema;
}

/** The type of an operation's result: the item of a list. */
export function outputSchema({ output }: RestOperation): { schema: Schema; isList: boolean } {
  const schema = toJsonSchema(output, 'output');
  return schema.type === 'array' ? { schema: schema.items ?? {}, isList: true } : { schema, isList: false };
}

/** Every named type of the operations, by name. */
export function allDefinitions(): Definitions {
  const definitions: Definitions = {};
  const add = (schema: z.ZodType, io: 'input' | 'output') =>
    Object.assign(definitions, toJsonSchema(schema, io).$defs);
  for (const schema of [EventByType, WebhookPayloadByType, Problem]) add(schema, 'output');
  for (const { output } of restOperations) add(output, 'output');
  for (const operation of restOperations) {
    if (operation.input) add(operation.input, 'input');
    const schema = inputSchema(operation);
    if (schema?.properties && Object.keys(schema.properties).length > 0) {
      definitions[inputName(operation)] = schema;
    }
  }
  definitions.ErrorCode = { enum: [...errorCodes], description: 'Every error of the service.' };
  return definitions;
}
