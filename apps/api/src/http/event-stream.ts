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
import { acceptsEventStream } from './media-type.ts';
import { toProblem } from './problem.ts';
import { publicUrl } from './public-url.ts';

/** A client that reads nothing for so long is gone. */
const stalledAfter = 10_000;
/** A line that says nothing, so that proxies and clients see that the stream lives. */
const pingEvery = 10_000;
/** How long a client waits before it connects again, in ms. */
const retryAfter = 1_000;
/** From this size on (bytes) a message is handed to one stream at a time, so that requests get their turn between. */
const largeMessage = 64 * 1024;
const largeWrites = pLimit(1);

/** Whether the caller asks for events as they happen. */
export function wantsEventStream({ headers }: FastifyRequest): boolean {
  return acceptsEventStream(headers.accept ?? '');
}

type Call = { ctx: Context; input: Record<string, unknown>; request: FastifyRequest; reply: FastifyReply };

/** Answers with a stream of server-sent events: each event of the log is one, under its own id and type. */
export async function sendEventStream(procedure: AnyProcedure, call: Call): Promise<FastifyReply> {
  const { ctx, input, request, reply } = call;
  const followed = followInput(input, request);
  // First of all, so that a stream too many costs nothing else.
  request.server.openStreams.add(reply.raw, request.caller);
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  // It may have left while it was looked up who it is.
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
  // Whoever waits for a client to read is told when it is gone.
  gone.signal.addEventListener('abort', () => stream.destroy());
  stream.on('error', () => undefined);
  stream.write(`retry: ${retryAfter}\n\n`);
  void write(stream, output as Messages, request, gone.signal);
  return reply.send(stream);
}

/** The place to go on from stands in the header of a client that connects again, or in `cursor` at first. */
function followInput({ cursor, ...input }: Record<string, unknown>, request: FastifyRequest): unknown {
  const notOurs = Object.keys(input).filter((path) => !Object.hasOwn(ListEvents.shape, path));
  if (notOurs.length > 0) {
    throw invalid(notOurs.map((path) => ({ path, message: 'is not a field of this operation' })));
  }
  return { ...input, lastEventId: request.headers['last-event-id'] || cursor };
}

type Messages = AsyncIterable<TrackedEnvelope<LiveEvents>>;

/** Waits for a slow client before it asks for more. */
async function write(
  stream: PassThrough,
  messages: Messages,
  request: FastifyRequest,
  signal: AbortSignal,
): Promise<void> {
  const ping = setInterval(() => stream.write(': ping\n\n'), pingEvery);
  try {
    for await (const [, { events }] of messages) {
      for (const event of events) {
        const frame = await request.server.eventFrames.of(event);
        if (frame.length >= largeMessage) await largeWrites(() => nextTurn());
        if (!stream.write(frame)) {
          await once(stream, 'drain', {
            signal: AbortSignal.any([signal, AbortSignal.timeout(stalledAfter)]),
          });
        }
      }
    }
  } catch (error) {
    if (signal.aborted) return;
    if (stream.writableNeedDrain) {
      request.raw.destroy();
      return;
    }
    const problem = toProblem(appErrorOf(error as TRPCError), request.id, publicUrl(request));
    stream.write(`event: problem\ndata: ${JSON.stringify(problem)}\n\n`);
  } finally {
    clearInterval(ping);
    stream.end();
  }
}
