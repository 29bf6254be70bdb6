import {
  fieldsOf,
  type KeyAccess,
  type keyCallers,
  type McpTool,
  mayCall,
  mcpTools,
  minimalFields,
  type RestOperation,
  restOperations,
} from '@crewboard/contracts';
import { z } from 'zod';
import type { CalledOperation } from '../http/called-operation.ts';
import { toSnakeCase } from '../to-snake-case.ts';
import type { RunOperation } from '../trpc/init.ts';
import { getOperationRunner } from '../trpc/router.ts';
import { inputSchemaOf, outputSchemaOf } from './compact-schema.ts';

/** Whom the tools are described for. A limited key has those of a key that it may call. */
export type ToolCaller = 'agent' | 'key';

/** A tool as the protocol lists it. */
type ListedTool = {
  name: string;
  description: string;
  inputSchema: { type: 'object' } & Record<string, unknown>;
  /** Absent where a result may exceed 16 KiB: with a schema the protocol wants it twice. */
  outputSchema?: { type: 'object' } & Record<string, unknown>;
  annotations: Record<string, boolean>;
};

/** An operation as a tool. */
export type Tool = {
  operation: RestOperation;
  called: CalledOperation;
  run: RunOperation;
  listed: ListedTool;
  hasTeam: boolean;
  /** The fields of the input that are in the path over REST, but for the team. */
  ids: readonly string[];
  /** Other fields of the input that the tool needs, although the operation does not. */
  needs: readonly string[];
  /** The fields of the output, of a list those of each item, that the tool returns. */
  fields: readonly string[];
  /** Whether a result may exceed 16 KiB. */
  isLarge: boolean;
  /** The field that groups the items of its lists. */
  groupedBy: string | undefined;
  /** Whether `textOffset` reads on in texts that were cut. */
  readsOn: boolean;
  /** The input where the call leaves a field out; a call with null for such a field has none. */
  defaults: Readonly<Record<string, unknown>>;
  /** The input of every call, which is not listed. */
  fixed: Readonly<Record<string, unknown>>;
};

function annotationsOf(
  { type }: RestOperation,
  { isDestructive = false, isIdempotent = false }: McpTool,
): Record<string, boolean> {
  if (type === 'query') return { readOnlyHint: true, openWorldHint: false };
  return { destructiveHint: isDestructive, idempotentHint: isIdempotent, openWorldHint: false };
}

/** Where a text begins that is too long for one result. */
const textOffset = { type: 'integer', description: 'Continues a truncated text' };

/** How a tool of an operation is named, and which fields of the input it has besides those that it omits. */
type Kind = { name: string; isForAgents: boolean; inputs?: readonly string[]; needs?: readonly string[] };

function toTool(operation: RestOperation, declared: McpTool, kind: Kind): Tool {
  const { id, input, rest } = operation;
  const { name, isForAgents, inputs, needs = [] } = kind;
  const inPath = [...rest.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const minimal = minimalFields[id as keyof typeof minimalFields];
  const fields = declared.fields === 'all' ? fieldsOf(operation) : (declared.fields ?? minimal);
  const { defaults = {}, fixed = {}, hints = {}, hasLongTexts = false, groupedBy } = declared;
  const isLarge = hasLongTexts || operation.output instanceof z.ZodArray;
  const readsOn = hasLongTexts && operation.type === 'query';
  const omitted = [
    ...Object.keys(fixed),
    ...(declared.omits ?? []),
    ...((isForAgents && declared.notForAgents) || []),
    ...(inputs ? fieldsOfInput(input).filter((field) => !inputs.includes(field)) : []),
  ];
  const schema = inputSchemaOf(input, { hints, defaults, omitted, keepsNull: rest.method === 'PATCH' });
  if (needs.length > 0) Object.assign(schema, { required: needs });
  if (readsOn) Object.assign(schema.properties as object, { textOffset });
  return {
    operation,
    called: { transport: 'mcp', operation: id, changes: operation.type === 'mutation' },
    run: getOperationRunner(id),
    hasTeam: inPath.includes('teamId'),
    ids: inPath.filter((name) => name !== 'teamId'),
    ...{ needs, fields, isLarge, groupedBy, readsOn, defaults, fixed },
    listed: {
      name,
      description: declared.description,
      inputSchema: schema as ListedTool['inputSchema'],
      ...(!isLarge && {
        outputSchema: outputSchemaOf(operation.output, fields) as ListedTool['outputSchema'],
      }),
      annotations: annotationsOf(operation, declared),
    },
  };
}

const fieldsOfInput = (input: z.ZodType | undefined): string[] =>
  input instanceof z.ZodObject ? Object.keys(input.shape) : [];

function toolsOf(caller: ToolCaller | (typeof keyCallers)[KeyAccess]): ReadonlyMap<string, Tool> {
  const operationById = new Map(restOperations.map((operation) => [operation.id, operation]));
  // In the order of the declarations, the loop of a worker first: some clients show only the first ones.
  const tools = Object.entries<McpTool | { omitted: string }>(mcpTools).flatMap(([id, declared]) => {
    const operation = operationById.get(id);
    if (!operation || 'omitted' in declared || !mayCall(caller, operation.access)) return [];
    const isForAgents = caller === 'agent';
    const isFor = declared.callers?.includes(isForAgents ? 'agent' : 'key') ?? true;
    if (!isFor) return [];
    const others = Object.entries(declared.others ?? {}).map(([name, { inputs, optional, ...other }]) => {
      const needs = inputs.filter((field) => !optional.includes(field));
      return toTool(operation, other, { name, isForAgents, inputs, needs });
    });
    return [
      toTool(operation, declared, { name: toSnakeCase(operation.operationId), isForAgents }),
      ...others,
    ];
  });
  return new Map(tools.map((tool) => [tool.listed.name, tool]));
}

/** The tools that each kind of caller sees, by name. Made once. */
export const toolsByCaller = {
  agent: toolsOf('agent'),
  key: toolsOf('key'),
  tasks_key: toolsOf('tasks_key'),
  read_key: toolsOf('read_key'),
};
