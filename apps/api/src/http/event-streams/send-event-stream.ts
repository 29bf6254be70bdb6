import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { ListEvents, type LiveEvents } from '@crewboard/contracts';
import type { TRPCError, TrackedEnvelope } from '@trpc/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { invalid } from '../../errors.ts';
import type { Context } from '../../trpc/context.ts';
import { fromTrpcError } from '../../trpc/init.ts';
import { procedureOf } from '../../trpc/router.ts';
import { createDisconnectSignal } from '../request/disconnect-signal.ts';
import { prefersEventStream } from '../response/negotiation.ts';
import { historyRemovedHeader } from '../response/send-list.ts';
import type { StreamFormat } from './stream-formats.ts';

/** Proxies and clients close silent streams. */
const pingIntervalMs = 10_000;
/** Larger pieces are written in turns, because hundreds of streams of a team may get the same piece at once. */
const minLargePieceBytes = 64 * 1024;
const followProcedure = procedureOf('events.follow');

/** Whether the request asks for a stream of events instead of a list. */
export function wantsEventStream({ headers }: FastifyRequest): boolean {
  return prefersEventStream(headers.accept);
}

/**
 * The input of a stream over REST: it continues from the `Last-Event-ID` of a client that reconnects, else from
 * `cursor`.
 */
export function toFollowInput(
  { cursor, order = 'asc', ...input }: Record<string, unknown>,
  { headers }: FastifyRequest,
): Record<string, unknown> {
  // `events.follow` takes more fields than the REST route, such as `role`, which are for the dashboard.
  const unknown = Object.keys(input).filter((path) => !Object.hasOwn(ListEvents.shape, path));
  if (unknown.length > 0) {
    throw invalid(unknown.map((path) => ({ path, message: 'is not a field of this operation' })));
  }
  if (order !== 'asc') {
    const message =
      'must be asc for a stream, which sends events as they are committed. Only a list can be desc';
    throw invalid([{ path: 'order', message }]);
  }
  return { ...input, lastEventId: headers['last-event-id'] || cursor };
}

type Call = {
  ctx: Context;
  input: unknown;
  format: StreamFormat;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Called before the headers of an accepted stream are sent. */
  onAccepted?: () => void;
};

/** Responds with the events of the log as a stream of server-sent events. */
export async function sendEventStream(call: Call): Promise<FastifyReply> {
  const { ctx, input, format, request, reply } = call;
  request.isLongLived = true;
  // Check this first, so that a rejected stream costs nothing else.
  request.server.openStreams.add(reply.raw, request.caller);
  const signal = createDisconnectSignal(request, reply);
  const messages = (await followProcedure({
    ctx,
    path: 'events.follow',
    type: 'subscription',
    getRawInput: async () => input,
    input: undefined,
    signal,
    batchIndex: 0,
  })) as Messages;
  const { value: first } = await messages.next();
  // A client whose stream breaks before its first event continues from this position.
  if (first) reply.header('X-Next-Cursor', first[0]);
  if (ctx.response.historyRemovedAt) reply.header(historyRemovedHeader, ctx.response.historyRemovedAt);
  call.onAccepted?.();
  reply
    .header('Content-Type', 'text/event-stream')
    .header('Cache-Control', 'no-store')
    .header('X-Accel-Buffering', 'no');
  const stream = new PassThrough();
  request.releaseInFlightPlace?.();
  signal.addEventListener('abort', () => stream.destroy());
  stream.on('error', () => undefined);
  void writeMessages({ stream, first, messages, format, request, signal });
  return reply.send(stream);
}

type Message = TrackedEnvelope<LiveEvents>;
type Messages = AsyncGenerator<Message, undefined>;

type Writing = Pick<Call, 'format' | 'request'> & {
  stream: PassThrough;
  first: Message | undefined;
  messages: Messages;
  signal: AbortSignal;
};

async function writeMessages({ stream, first, messages, format, request, signal }: Writing): Promise<void> {
  /** Resolves once a slow client has read enough for the next message. */
  const send = async ([id, message]: Message) => {
    for await (const piece of format.toPieces(message, id, request)) {
      const writePiece = () => stream.write(piece);
      if (piece.length < minLargePieceBytes) writePiece();
      else await request.turns.run(writePiece);
      // A client that reads nothing is closed as a stalled connection, which aborts the signal.
      if (stream.writableNeedDrain) await once(stream, 'drain', { signal });
    }
  };
  const ping = setInterval(() => stream.write(format.ping), pingIntervalMs);
  try {
    stream.write(format.start);
    if (first) await send(first);
    for await (const message of messages) await send(message);
  } catch (cause) {
    if (signal.aborted) return;
    const error = fromTrpcError(cause as TRPCError);
    request.errorCode = error.code;
    // An outage or a stop ends all streams: it is logged once, elsewhere.
    if (error.code === 'INTERNAL_ERROR') request.log.error({ err: error.cause ?? error }, error.message);
    stream.write(format.toError(error, request));
  } finally {
    clearInterval(ping);
    stream.end();
  }
}
