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

/**
 * The kinds of callers for which tools are described. A key with less access has those tools of a key that it may call.
 */
export type ToolCaller = 'agent' | 'key';

/** A tool as the protocol lists it. */
type ListedTool = {
  name: string;
  description: string;
  inputSchema: { type: 'object' } & Record<string, unknown>;
  /** Absent if a result may exceed 16 KiB: with a schema, the protocol requires the result twice. */
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
  /** The fields of the input that REST has in the path, without the team. */
  ids: readonly string[];
  /** Optional fields of the operation that the tool requires. */
  needs: readonly string[];
  /** The fields of the output (of a list, of each item) that the tool returns. */
  fields: readonly string[];
  /** Whether a result may exceed 16 KiB. */
  isLarge: boolean;
  /** The field that groups the items of its lists. */
  groupedBy: string | undefined;
  /** Whether the tool takes `textOffset`, which returns the rest of cut texts. */
  hasTextOffset: boolean;
  /** The values of fields that a call leaves out. A call with null for such a field gives no value to the operation. */
  defaults: Readonly<Record<string, unknown>>;
  /** Fields of the input that every call has, and that the schema therefore does not list. */
  fixed: Readonly<Record<string, unknown>>;
};

function annotationsOf(
  { type }: RestOperation,
  { isDestructive = false, isIdempotent = false }: McpTool,
): Record<string, boolean> {
  if (type === 'query') return { readOnlyHint: true, openWorldHint: false };
  return { destructiveHint: isDestructive, idempotentHint: isIdempotent, openWorldHint: false };
}

/** The schema of the offset from which a tool returns long texts. */
const textOffset = { type: 'integer', description: 'Continues a truncated text' };

/** A variant of a tool. `inputs` are the only fields of the input that it lists; without it, all are listed. */
type Variant = { name: string; isForAgents: boolean; inputs?: readonly string[]; needs?: readonly string[] };

function toTool(operation: RestOperation, declared: McpTool, variant: Variant): Tool {
  const { id, input, rest } = operation;
  const { name, isForAgents, inputs, needs = [] } = variant;
  const inPath = [...rest.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const minimal = minimalFields[id as keyof typeof minimalFields];
  const fields = declared.fields === 'all' ? fieldsOf(operation) : (declared.fields ?? minimal);
  const { defaults = {}, fixed = {}, hints = {}, hasLongTexts = false, groupedBy } = declared;
  const isLarge = hasLongTexts || operation.output instanceof z.ZodArray;
  const hasTextOffset = hasLongTexts && operation.type === 'query';
  const omitted = [
    ...Object.keys(fixed),
    ...(declared.omits ?? []),
    ...((isForAgents && declared.notForAgents) || []),
    ...(inputs ? fieldsOfInput(input).filter((field) => !inputs.includes(field)) : []),
  ];
  const schema = inputSchemaOf(input, { hints, defaults, omitted, keepsNull: rest.method === 'PATCH' });
  if (needs.length > 0) Object.assign(schema, { required: needs });
  if (hasTextOffset) Object.assign(schema.properties as object, { textOffset });
  return {
    operation,
    called: { transport: 'mcp', operation: id, mayChange: operation.type === 'mutation' },
    run: getOperationRunner(id),
    hasTeam: inPath.includes('teamId'),
    ids: inPath.filter((name) => name !== 'teamId'),
    ...{ needs, fields, isLarge, groupedBy, hasTextOffset, defaults, fixed },
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
  // Keeps the order of the declarations, which begin with the loop of a worker: some clients show only the first tools.
  const tools = Object.entries<McpTool | { omitted: string }>(mcpTools).flatMap(([id, declared]) => {
    const operation = operationById.get(id);
    if (!operation || 'omitted' in declared || !mayCall(caller, operation.access)) return [];
    const isForAgents = caller === 'agent';
    const isForCaller = declared.callers?.includes(isForAgents ? 'agent' : 'key') ?? true;
    if (!isForCaller) return [];
    const variants = Object.entries(declared.others ?? {}).map(([name, { inputs, optional, ...other }]) => {
      const needs = inputs.filter((field) => !optional.includes(field));
      return toTool(operation, other, { name, isForAgents, inputs, needs });
    });
    return [
      toTool(operation, declared, { name: toSnakeCase(operation.operationId), isForAgents }),
      ...variants,
    ];
  });
  return new Map(tools.map((tool) => [tool.listed.name, tool]));
}

/** The tools of each kind of caller, by name. */
export const toolsByCaller = {
  agent: toolsOf('agent'),
  key: toolsOf('key'),
  tasks_key: toolsOf('tasks_key'),
  read_key: toolsOf('read_key'),
};
