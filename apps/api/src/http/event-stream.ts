import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ListEvents, type LiveEvents } from '@crewboard/contracts';
import type { AnyProcedure, TRPCError, TrackedEnvelope } from '@trpc/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import pLimit from 'p-limit';
import { invalid } from '../errors.ts';
import type { Context } from '../trpc/context.ts';
import { appErrorOf } from '../trpc/init.ts';
import { prefersEventStream } from './negotiation.ts';
import { toProblem } from './problem.ts';

/**
 * Proxies and clients close silent streams, so a comment shows that it is open. No blank line follows it: simple
 * clients take every blank line for the end of a message, and would read an empty one.
 */
const pingIntervalMs = 10_000;
/** How long a client waits before it reconnects. */
const retryMs = 1_000;
/** Messages of at least this size are written to one stream at a time, so that other requests run in between. */
const minLargeMessageBytes = 64 * 1024;
const largeWrites = pLimit(1);

/** Whether the request asks for a stream of events instead of a list. */
export function wantsEventStream({ headers }: FastifyRequest): boolean {
  return prefersEventStream(headers.accept);
}

type Call = { ctx: Context; input: Record<string, unknown>; request: FastifyRequest; reply: FastifyReply };

/** Responds with a stream of server-sent events: one per event of the log, with its id and type. */
export async function sendEventStream(procedure: AnyProcedure, call: Call): Promise<FastifyReply> {
  const { ctx, input, request, reply } = call;
  const followed = followInput(input, request);
  // Check this first, so that a rejected stream costs nothing else.
  request.server.openStreams.add(reply.raw, request.caller);
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  // The client may have left during authentication.
  if (request.raw.socket.destroyed) gone.abort();
  const output = await procedure({
    ctx,
    path: 'events.follow',
    type: 'subscription',
    getRawInput: async () => followed,
    input: undefined,
    signal: gone.signal,
    batchIndex: 0,
  });
  reply.header('Content-Type', 'text/event-stream').header('X-Accel-Buffering', 'no');
  const stream = new PassThrough();
  request.leaveInFlight?.();
  // Ends the stream when its client has left.
  gone.signal.addEventListener('abort', () => stream.destroy());
  stream.on('error', () => undefined);
  stream.write(`retry: ${retryMs}\n`);
  void write(stream, output as Messages, request, gone.signal);
  return reply.send(stream);
}

/** The position to continue from: `Last-Event-ID` of a client that reconnects, else `cursor`. */
function followInput({ cursor, ...input }: Record<string, unknown>, request: FastifyRequest): unknown {
  const notOurs = Object.keys(input).filter((path) => !Object.hasOwn(ListEvents.shape, path));
  if (notOurs.length > 0) {
    throw invalid(notOurs.map((path) => ({ path, message: 'is not a field of this operation' })));
  }
  return { ...input, lastEventId: request.headers['last-event-id'] || cursor };
}

type Messages = AsyncIterable<TrackedEnvelope<LiveEvents>>;

/** Waits for a slow client before it reads on. */
async function write(
  stream: PassThrough,
  messages: Messages,
  request: FastifyRequest,
  signal: AbortSignal,
): Promise<void> {
  const ping = setInterval(() => stream.write(': ping\n'), pingIntervalMs);
  try {
    for await (const [, { events }] of messages) {
      for (const event of events) {
        const frame = await request.server.eventFrames.of(event);
        if (frame.length >= minLargeMessageBytes) await largeWrites(() => nextTurn());
        // A client that reads nothing is closed as a stalled connection, which aborts the signal.
        if (!stream.write(frame)) await once(stream, 'drain', { signal });
      }
    }
  } catch (error) {
    if (signal.aborted) return;
    const problem = toProblem(appErrorOf(error as TRPCError), request.id, request.server.publicUrl);
    stream.write(`event: problem\ndata: ${JSON.stringify(problem)}\n\n`);
  } finally {
    clearInterval(ping);
    stream.end();
  }
}
