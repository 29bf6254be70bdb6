import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { ResponseMetadata } from '../features/verb-context.ts';
import { serializePage } from '../serialize-page.ts';
import { cutTexts, escapeJson } from './cut-texts.ts';
import type { McpCall } from './mcp-call.ts';
import type { Tool } from './tools.ts';

/**
 * Stands for a large result until the message is sent, because the SDK would copy, check and escape the result. Random,
 * so that no text of a task can contain it.
 */
const placeholder = `result-${randomUUID()}`;

type Fields = Record<string, unknown>;

/** Removes fields that are null, an empty list, or an object of such fields alone. */
function withoutEmpty(fields: unknown): Fields {
  return Object.fromEntries(
    Object.entries(fields as object).flatMap(([name, value]) => {
      if (value === null) return [];
      if (Array.isArray(value)) return value.length > 0 ? [[name, value]] : [];
      if (typeof value !== 'object') return [[name, value]];
      const inner = withoutEmpty(value);
      // An object that was empty from the start stays: empty `notices` of a heartbeat mean that there are none now.
      const hasBecomeEmpty = Object.keys(inner).length === 0 && Object.keys(value).length > 0;
      return hasBecomeEmpty ? [] : [[name, inner]];
    }),
  );
}

/** The output of a call, reduced to the fields of the tool, and the arguments of the call. */
export type Returned = {
  output: unknown;
  response: ResponseMetadata;
  args: Fields;
  textOffset: number;
  /** The maximum of a large result, as sent. */
  maxBytes: number;
};

/**
 * A result of at most 16 KiB, as structured content and as the same JSON in a text, for clients that read only texts
 * (MCP, Tools, Structured Content).
 */
export function smallResultOf(output: unknown) {
  const structuredContent = withoutEmpty(output);
  return { content: [{ type: 'text' as const, text: JSON.stringify(structuredContent) }], structuredContent };
}

/** A result that may exceed 16 KiB: only as a text. */
export async function largeResultOf(tool: Tool, returned: Returned, call: McpCall) {
  call.largeResult = await largeTextOf(tool, returned);
  return { content: [{ type: 'text' as const, text: placeholder }] };
}

const formatCall = (name: string, args: Fields) => `${name} ${JSON.stringify(args)}`;

const cutFields = (fields: Fields, restCall: (offset: number) => string, offset = 0): Fields =>
  cutTexts(withoutEmpty(fields), { offset, restCall });

/** The fields of a task with cut texts, whose rest get_task returns. */
export const taskWithCuts = (fields: Fields): Fields =>
  cutFields(fields, (textOffset) => formatCall('get_task', { taskId: fields.id, textOffset }));

const encode = (result: Fields) => Buffer.from(escapeJson(JSON.stringify(result)));

/** Lengths to which the lists of a result are cut, one after another until the result fits into a message. */
const listLengths = [20, 10, 5, 2, 1];

/** The first `count` items; with `groupedBy`, of each group. */
function firstItems(items: Fields[], count: number, groupedBy?: string): Fields[] {
  const keptByGroup = new Map<unknown, number>();
  return items.filter((item) => {
    const group = groupedBy && item[groupedBy];
    const kept = keptByGroup.get(group) ?? 0;
    keptByGroup.set(group, kept + 1);
    return kept < count;
  });
}

/** Cuts each list of objects, at any depth. `groupedBy` applies to the lists of the value itself. */
function cutLists(value: unknown, count: number, groupedBy?: string): unknown {
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const isList = Array.isArray(inner) && typeof inner[0] === 'object';
      if (isList) return [name, firstItems(inner, count, groupedBy).map((item) => cutLists(item, count))];
      return [name, Array.isArray(inner) ? inner : cutLists(inner, count)];
    }),
  );
}

/** The text of a result without pages, such as get_attention. Cuts its lists until it fits. */
function toText(result: Fields, { groupedBy }: Tool, maxBytes: number): Buffer {
  let text = encode(result);
  for (const count of listLengths) {
    if (text.length <= maxBytes) return text;
    text = encode({ ...(cutLists(result, count, groupedBy) as Fields), isCut: true });
  }
  return text;
}

/**
 * The text of a large result, which is always an object: a list becomes { items, nextCursor }, an optional task becomes
 * { task }.
 */
async function largeTextOf(tool: Tool, returned: Returned): Promise<Buffer> {
  const { operation, listed } = tool;
  const { args, textOffset, maxBytes } = returned;
  const output = returned.output as Fields | undefined;
  if (operation.output instanceof z.ZodArray) return pageOf(tool, returned);
  if (operation.output instanceof z.ZodOptional)
    return toText({ task: output === undefined ? null : taskWithCuts(output) }, tool, maxBytes);
  if (operation.type === 'mutation') return toText(taskWithCuts(output as Fields), tool, maxBytes);
  const restCall = (offset: number) => formatCall(listed.name, { ...args, textOffset: offset });
  return toText(cutFields(output as Fields, restCall, textOffset), tool, maxBytes);
}

/**
 * The text of a page: { items, nextCursor, … }. The call for the rest of a cut text reads a page with its item alone. A
 * page also has `historyRemovedAt` (events) and `isWaitOver` (waits).
 */
async function pageOf(
  { listed, hasTextOffset }: Tool,
  { output, response, args, textOffset, maxBytes }: Returned,
): Promise<Buffer> {
  // `serializePage` makes the JSON of each item once, in their order.
  let index = 0;
  const { json, nextCursor } = await serializePage({
    items: output as Fields[],
    ...{ nextCursor: response.nextCursor, cursorAt: response.cursorAt },
    maxBytes,
    toJson(item) {
      const cursor = index > 0 ? response.cursorAt?.(index - 1) : args.cursor;
      index += 1;
      const restCall = (offset: number) =>
        formatCall(listed.name, { ...args, cursor, limit: 1, textOffset: offset });
      // Lists without `textOffset` are lists of tasks.
      const cut = hasTextOffset ? cutFields(item, restCall, textOffset) : taskWithCuts(item);
      return escapeJson(JSON.stringify(cut));
    },
  });
  const { historyRemovedAt, isWaitOver } = response;
  const removal = historyRemovedAt ? `,"historyRemovedAt":${JSON.stringify(historyRemovedAt)}` : '';
  const over = isWaitOver ? ',"isWaitOver":true' : '';
  const end = `${removal}${over}${nextCursor === null ? '' : `,"nextCursor":${JSON.stringify(nextCursor)}`}}`;
  return Buffer.concat([Buffer.from(escapeJson('{"items":')), json, Buffer.from(escapeJson(end))]);
}

/** The message with the large result of its call instead of the placeholder. */
export function insertResult(message: Buffer, { largeResult }: Pick<McpCall, 'largeResult'>): Buffer {
  const start = largeResult ? message.indexOf(placeholder) : -1;
  if (!largeResult || start === -1) return message;
  const after = message.subarray(start + placeholder.length);
  return Buffer.concat([message.subarray(0, start), largeResult, after]);
}
