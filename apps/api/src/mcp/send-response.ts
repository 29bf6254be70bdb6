import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { McpCall } from './mcp-call.ts';
import { insertResult } from './tool-result.ts';

/**
 * Sends the response of the MCP SDK, with the large result instead of its placeholder. Sends it as a whole, so that
 * the limit of unread bytes counts it before its first byte, unless the call reports progress: then messages are
 * streamed.
 */
export async function sendResponse(
  reply: FastifyReply,
  response: Response,
  call: McpCall,
): Promise<FastifyReply> {
  reply.code(response.status);
  const type = response.headers.get('Content-Type');
  if (type) reply.header('Content-Type', type);
  if (!response.body) return reply.send();
  const chunks = response.body.values();
  // Wait for the first chunk before reading `reportsProgress`: the tool sets it while it runs.
  const first = await chunks.next();
  if (first.done) return reply.send();
  if (!call.reportsProgress) {
    const whole = [first.value];
    for await (const chunk of chunks) whole.push(chunk);
    return reply.send(insertResult(Buffer.concat(whole), call));
  }
  reply.header('X-Accel-Buffering', 'no');
  return reply.send(Readable.from(messages(first.value, chunks, call)));
}

/** Searches each chunk alone: the SDK writes a message as one chunk, so no placeholder is divided between two. */
async function* messages(first: Uint8Array, others: AsyncIterable<Uint8Array>, call: McpCall) {
  yield insertResult(Buffer.from(first), call);
  for await (const message of others) yield insertResult(Buffer.from(message), call);
}
