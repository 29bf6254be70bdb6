import type { LiveEvents, LoggedEvent } from '@crewboard/contracts';
import { getTRPCErrorShape } from '@trpc/server';
import type { FastifyRequest } from 'fastify';
import type { AppError } from '../../errors.ts';
import { serializePage } from '../../serialize-page.ts';
import type { Context } from '../../trpc/context.ts';
import { toTrpcError } from '../../trpc/init.ts';
import { appRouter } from '../../trpc/router.ts';
import { toProblem } from '../errors/problem.ts';

/** How long a client waits before it reconnects. */
const retryMs = 1_000;
/** A dashboard reconnects after this time without a byte. */
const reconnectAfterInactivityMs = 25_000;
/** Frames of events are written together up to this size. */
const maxPieceBytes = 64 * 1024;
/** Events are in one message of tRPC up to this size; a single one may be larger. */
const maxFrameBytes = 256 * 1024;

/** How a transport writes a stream of events as server-sent events. */
export type StreamFormat = {
  /** Sent first. */
  start: string;
  ping: string;
  /** A message in pieces, each of which is written at once. */
  toPieces(
    message: LiveEvents,
    id: string,
    request: FastifyRequest,
  ): Iterable<Buffer> | AsyncIterable<Buffer>;
  /** Sent last, when the stream ends with an error. */
  toError(error: AppError, request: FastifyRequest): string;
};

/** The format of REST: each event with its id, its type, and `fields` of it as the data, by default all fields. */
export const restFormat = (fields?: readonly string[]): StreamFormat => ({
  start: `retry: ${retryMs}\n`,
  // No blank line follows: simple clients take every blank line for the end of a message, and would read an empty one.
  ping: ': ping\n',
  async *toPieces({ events }, _id, { server: { eventFrames } }) {
    let waiting: Buffer[] = [];
    let bytes = 0;
    for (const event of events) {
      const frame = await eventFrames.of(event, fields);
      if (bytes > 0 && bytes + frame.length > maxPieceBytes) {
        yield joined(waiting, bytes);
        [waiting, bytes] = [[], 0];
      }
      waiting.push(frame);
      bytes += frame.length;
    }
    if (bytes > 0) yield joined(waiting, bytes);
  },
  toError(error, { id, server }) {
    return `event: problem\ndata: ${JSON.stringify(toProblem(error, id, server.publicUrl))}\n\n`;
  },
});

/** Joins frames. A single frame may be large and is not copied: all streams share its bytes. */
const joined = (frames: Buffer[], bytes: number): Buffer =>
  frames.length === 1 && frames[0] ? frames[0] : Buffer.concat(frames, bytes);

/**
 * The format of tRPC, with all events of a message in one frame while they are small. tRPC itself would serialize the
 * events again for each stream, and write each message in four pieces.
 */
export const trpcFormat: StreamFormat = {
  start: `retry: ${retryMs}\nevent: connected\ndata: ${JSON.stringify({ reconnectAfterInactivityMs })}\n\n`,
  ping: 'event: ping\ndata: \n\n',
  async *toPieces(message, id) {
    yield* await framesOf(message, id);
  },
  toError(error, request) {
    return `event: serialized-error\ndata: ${JSON.stringify(toErrorShape(error, request))}\n\n`;
  },
};

/** Each frame has the id of its last event, so that a client that reconnects after the frame continues there. */
async function toFrames({ events, ...rest }: LiveEvents, id: string): Promise<Buffer[]> {
  const frames: Buffer[] = [];
  for (let remaining = events, isLast = false; !isLast; ) {
    const { json, count, nextCursor } = await serializePage({
      items: remaining,
      cursorAt: (index) => remaining[index]?.id ?? id,
      maxBytes: maxFrameBytes,
    });
    isLast = nextCursor === null;
    // Leases and the gap belong to the whole message: only its last frame has them.
    const after = JSON.stringify(isLast ? rest : { hasGap: false }).slice(1);
    const end = `,${after}\nid: ${nextCursor ?? id}\n\n`;
    frames.push(Buffer.concat([Buffer.from('data: {"events":'), json, Buffer.from(end)]));
    remaining = remaining.slice(count);
  }
  return frames;
}

/** Frames by their last event, because the streams of a team get most events at the same time and can share them. */
const sharedFrames = new WeakMap<LoggedEvent, { events: LoggedEvent[]; frames: Promise<Buffer[]> }>();

function framesOf(message: LiveEvents, id: string): Promise<Buffer[]> {
  const { events, hasGap, leases, sentAt } = message;
  const last = events.at(-1);
  if (!last || hasGap || leases || sentAt) return toFrames(message, id);
  const known = sharedFrames.get(last);
  if (known?.events.length === events.length && known.events.every((event, i) => event === events[i])) {
    return known.frames;
  }
  const frames = toFrames(message, id);
  sharedFrames.set(last, { events, frames });
  return frames;
}

/** An error as tRPC sends it. */
export const toErrorShape = (error: AppError, { id }: FastifyRequest) =>
  getTRPCErrorShape({
    config: appRouter._def._config,
    error: toTrpcError(error),
    type: 'unknown',
    path: undefined,
    input: undefined,
    ctx: { requestId: id } as Context,
  });
