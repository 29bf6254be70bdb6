import {
  fieldsOf,
  type McpTool,
  mayCall,
  mcpTools,
  minimalFields,
  type RestOperation,
  restOperations,
} from '@crewboard/contracts';
import { z } from 'zod';
import type { CalledOperation } from '../http/called-operation.ts';
import { selectFields } from '../http/response-fields.ts';
import { toSnakeCase } from '../to-snake-case.ts';
import type { RunOperation } from '../trpc/init.ts';
import { runnerOf } from '../trpc/router.ts';
import { inputSchemaOf, outputSchemaOf } from './compact-schema.ts';

/** The kinds of caller that use MCP. */
export type ToolCaller = 'agent' | 'key';

/** A tool as the protocol lists it. */
type ListedTool = {
  name: string;
  description: string;
  inputSchema: { type: 'object' } & Record<string, unknown>;
  outputSchema: { type: 'object' } & Record<string, unknown>;
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
  /** The output as the tool returns it: its fields without null. */
  toResult: (output: unknown, nextCursor: string | undefined) => Record<string, unknown>;
};

function annotationsOf(
  { type }: RestOperation,
  { isDestructive = false, isIdempotent = false }: McpTool,
): Record<string, boolean> {
  if (type === 'query') return { readOnlyHint: true, openWorldHint: false };
  return { destructiveHint: isDestructive, idempotentHint: isIdempotent, openWorldHint: false };
}

function withoutNull(fields: unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields as object).filter(([, value]) => value !== null));
}

/** A list becomes `items` with `nextCursor`, an output that may be missing `task`: a result is always an object. */
function shapeOf(
  operation: RestOperation,
  fields: readonly string[],
): Pick<Tool, 'toResult'> & { schema: object } {
  const { output } = operation;
  const one = (item: unknown) => withoutNull(selectFields(item, fields));
  if (output instanceof z.ZodArray) {
    const items = { type: 'array', items: outputSchemaOf(output.element as z.ZodType, fields) };
    return {
      toResult: (list, nextCursor) => ({
        items: (list as unknown[]).map(one),
        ...(nextCursor !== undefined && { nextCursor }),
      }),
      schema: { type: 'object', properties: { items, nextCursor: { type: 'string' } }, required: ['items'] },
    };
  }
  if (output instanceof z.ZodOptional) {
    const item = outputSchemaOf(output.unwrap() as z.ZodType, fields);
    const task = { ...item, type: ['object', 'null'] };
    return {
      toResult: (item) => ({ task: item === undefined ? null : one(item) }),
      schema: { type: 'object', properties: { task }, required: ['task'] },
    };
  }
  return { toResult: one, schema: outputSchemaOf(output, fields) };
}

function toTool(operation: RestOperation, declared: McpTool): Tool {
  const { id, operationId, input, rest } = operation;
  const inPath = [...rest.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const minimal = minimalFields[id as keyof typeof minimalFields];
  const fields = declared.fields === 'all' ? fieldsOf(operation) : (declared.fields ?? minimal);
  const { toResult, schema } = shapeOf(operation, fields);
  return {
    operation,
    called: { transport: 'mcp', operation: id },
    run: runnerOf(id),
    hasTeam: inPath.includes('teamId'),
    ids: inPath.filter((name) => name !== 'teamId'),
    toResult,
    listed: {
      name: toSnakeCase(operationId),
      description: declared.description,
      inputSchema: inputSchemaOf(input, {
        hints: declared.hints ?? {},
        keepsNull: rest.method === 'PATCH',
      }) as ListedTool['inputSchema'],
      outputSchema: schema as ListedTool['outputSchema'],
      annotations: annotationsOf(operation, declared),
    },
  };
}

function toolsOf(caller: ToolCaller): ReadonlyMap<string, Tool> {
  const operationById = new Map(restOperations.map((operation) => [operation.id, operation]));
  // In the order of the declarations, the loop of a worker first: some clients show only the first ones.
  const tools = Object.entries<McpTool | { omitted: string }>(mcpTools).flatMap(([id, declared]) => {
    const operation = operationById.get(id);
    if (!operation || 'omitted' in declared || !mayCall(caller, operation.access)) return [];
    return declared.callers?.includes(caller) === false ? [] : [toTool(operation, declared)];
  });
  return new Map(tools.map((tool) => [tool.listed.name, tool]));
}

/** The tools that each kind of caller sees, by name. Made once. */
export const toolsByCaller: Record<ToolCaller, ReadonlyMap<string, Tool>> = {
  agent: toolsOf('agent'),
  key: toolsOf('key'),
};
