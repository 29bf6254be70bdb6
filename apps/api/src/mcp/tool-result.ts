import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { ResponseMetadata } from '../features/verb-context.ts';
import { serializePage } from '../serialize-page.ts';
import type { McpCall } from './call.ts';
import { cutTexts, escapeJson } from './cut-texts.ts';
import { maxItemsBytes } from './message.ts';
import type { Tool } from './tools.ts';

/** Stands for a large result until the message is sent: the SDK would copy, check and escape it. Nobody can know it. */
const placeholder = `result-${randomUUID()}`;

type Fields = Record<string, unknown>;

/** Without fields that are null, an empty list, or an object of such fields alone. */
function withoutEmpty(fields: unknown): Fields {
  return Object.fromEntries(
    Object.entries(fields as object).flatMap(([name, value]) => {
      if (value === null) return [];
      if (Array.isArray(value)) return value.length > 0 ? [[name, value]] : [];
      if (typeof value !== 'object') return [[name, value]];
      const inner = withoutEmpty(value);
      // What was empty from the start says something: a heartbeat has notices, and none now.
      const hasBecomeEmpty = Object.keys(inner).length === 0 && Object.keys(value).length > 0;
      return hasBecomeEmpty ? [] : [[name, inner]];
    }),
  );
}

/** The fields of its tool that a call has returned, and what it was called with. */
export type Returned = { output: unknown; response: ResponseMetadata; args: Fields; textOffset: number };

/** Text for clients that read no structured content. The protocol asks for the same JSON (Tools, Structured Content). */
export function smallResultOf(output: unknown) {
  const structuredContent = withoutEmpty(output);
  return { content: [{ type: 'text' as const, text: JSON.stringify(structuredContent) }], structuredContent };
}

/** A result that may exceed 16 KiB: text, once. */
export async function largeResultOf(tool: Tool, returned: Returned, call: McpCall) {
  call.largeResult = await largeTextOf(tool, returned);
  return { content: [{ type: 'text' as const, text: placeholder }] };
}

const callOf = (name: string, args: Fields) => `${name} ${JSON.stringify(args)}`;

const cutOf = (fields: Fields, restCall: (offset: number) => string, offset = 0): Fields =>
  cutTexts(withoutEmpty(fields), { offset, restCall });

/** The fields of a task; the rest of a text is behind the tool that reads a task. */
export const taskWithCuts = (fields: Fields): Fields =>
  cutOf(fields, (textOffset) => callOf('get_task', { taskId: fields.id, textOffset }));

const encode = (result: Fields) => Buffer.from(escapeJson(JSON.stringify(result)));

/** Of each list inside a result that is too long for a message, in turn until it is not. */
const fewerItems = [20, 10, 5, 2, 1];

/** The first items, of each group where they have groups. */
function firstOf(items: Fields[], count: number, groupedBy?: string): Fields[] {
  const keptByGroup = new Map<unknown, number>();
  return items.filter((item) => {
    const group = groupedBy && item[groupedBy];
    const kept = keptByGroup.get(group) ?? 0;
    keptByGroup.set(group, kept + 1);
    return kept < count;
  });
}

/** With the first items of each list of objects, at any depth; the lists of the value itself may have groups. */
function withFirst(value: unknown, count: number, groupedBy?: string): unknown {
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const isList = Array.isArray(inner) && typeof inner[0] === 'object';
      if (isList) return [name, firstOf(inner, count, groupedBy).map((item) => withFirst(item, count))];
      return [name, Array.isArray(inner) ? inner : withFirst(inner, count)];
    }),
  );
}

/** What has no pages, such as what waits for a person, has shorter lists where it is too long. */
function toText(result: Fields, { groupedBy }: Tool): Buffer {
  let text = encode(result);
  for (const count of fewerItems) {
    if (text.length <= maxItemsBytes) return text;
    text = encode({ ...(withFirst(result, count, groupedBy) as Fields), isCut: true });
  }
  return text;
}

/** A list becomes `items` with `nextCursor`, an output that may be missing `task`: a result is always an object. */
async function largeTextOf(tool: Tool, returned: Returned): Promise<Buffer> {
  const { operation, listed } = tool;
  const { args, textOffset } = returned;
  const output = returned.output as Fields | undefined;
  if (operation.output instanceof z.ZodArray) return pageOf(tool, returned);
  if (operation.output instanceof z.ZodOptional)
    return toText({ task: output === undefined ? null : taskWithCuts(output) }, tool);
  if (operation.type === 'mutation') return toText(taskWithCuts(output as Fields), tool);
  const restCall = (offset: number) => callOf(listed.name, { ...args, textOffset: offset });
  return toText(cutOf(output as Fields, restCall, textOffset), tool);
}

/** A page of a list; of events also when older ones were removed, of a wait also that it is over. The rest of a text is on the page of its item alone. */
async function pageOf(
  { listed, readsOn }: Tool,
  { output, response, args, textOffset }: Returned,
): Promise<Buffer> {
  let index = 0;
  const { json, nextCursor } = await serializePage({
    items: output as Fields[],
    ...{ nextCursor: response.nextCursor, cursorAt: response.cursorAt },
    maxBytes: maxItemsBytes,
    toJson(item) {
      const cursor = index > 0 ? response.cursorAt?.(index - 1) : args.cursor;
      index += 1;
      const restCall = (offset: number) =>
        callOf(listed.name, { ...args, cursor, limit: 1, textOffset: offset });
      // A list that does not read on has tasks, which another tool reads.
      const cut = readsOn ? cutOf(item, restCall, textOffset) : taskWithCuts(item);
      return escapeJson(JSON.stringify(cut));
    },
  });
  const { historyRemovedAt, isWaitOver } = response;
  const removal = historyRemovedAt ? `,"historyRemovedAt":${JSON.stringify(historyRemovedAt)}` : '';
  const over = isWaitOver ? ',"isWaitOver":true' : '';
  const end = `${removal}${over}${nextCursor === null ? '' : `,"nextCursor":${JSON.stringify(nextCursor)}`}}`;
  return Buffer.concat([Buffer.from(escapeJson('{"items":')), json, Buffer.from(escapeJson(end))]);
}

/** The message with the large result of its call in its place. */
export function insertResult(message: Buffer, { largeResult }: Pick<McpCall, 'largeResult'>): Buffer {
  const start = largeResult ? message.indexOf(placeholder) : -1;
  if (!largeResult || start === -1) return message;
  const after = message.subarray(start + placeholder.length);
  return Buffer.concat([message.subarray(0, start), largeResult, after]);
}
