import type { ServerResponse } from 'node:http';
import { idempotencyReplayedHeader } from '@crewboard/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { getShareOwnerId } from '../../auth/actor.ts';
import { AppError, rateLimited } from '../../errors.ts';
import { Bag, type InBag } from './bag.ts';
import { historyRemovedHeader, waitOverHeader } from './send-list.ts';

/** Headers that describe the body of a success: an error in its place must not have them. */
const bodyHeaders = [
  ...['Location', 'Link', 'X-Next-Cursor', waitOverHeader, historyRemovedHeader, 'Preference-Applied'],
  idempotencyReplayedHeader,
];

export type UnsentBounds = {
  perTeamBytes: number;
  perProcessBytes: number;
  /** How long a response may take from its first byte on. Streams of the event log may take any time. */
  maxSendMs: number;
};

const MiB = 1024 * 1024;
const defaultBounds: UnsentBounds = {
  perTeamBytes: 64 * MiB,
  perProcessBytes: 256 * MiB,
  maxSendMs: 60_000,
};
/** Responses up to this size are sent beyond the bounds as well, so that a team can continue to work. */
const maxSmallBytes = 16 * 1024;
const checkIntervalMs = 1_000;
const retryAfterS = 10;

type Entry = InBag & {
  response: ServerResponse;
  team: string;
  bytes: number;
  /** Whether the body is created while it is sent: a whole list, progress of MCP, or a stream of events. */
  isStream: boolean;
  /** Whether it is a stream of the event log. */
  isEndless: boolean;
  startedAtMs: number;
};

/**
 * Bounds the bytes of responses that were created and not yet sent, by team and in total: clients that read slowly must
 * not fill the memory. A response counts from its creation until it is closed. A stream counts with its buffered bytes,
 * which are read once a second.
 */
export class UnsentResponses {
  readonly #bounds: UnsentBounds;
  readonly #entries = new Bag<Entry>();
  readonly #bytesByTeam = new Map<string, number>();
  readonly #timer: NodeJS.Timeout;
  #bytes = 0;

  constructor(bounds: Partial<UnsentBounds> = {}) {
    this.#bounds = { ...defaultBounds, ...bounds };
    this.#timer = setInterval(() => this.#check(), checkIntervalMs).unref();
  }

  get bytes(): number {
    return this.#bytes;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /**
   * An onSend hook that counts a response. Throws where the response would exceed a bound: RATE_LIMITED for a read of a
   * team with too much unread, otherwise UNAVAILABLE.
   */
  readonly onSend = async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
    const body = typeof payload === 'string' ? Buffer.from(payload) : payload;
    const team = getShareOwnerId(request.caller?.actor);
    if (!Buffer.isBuffer(body)) {
      const isEndless = request.server.openStreams.has(reply.raw);
      this.#add(request, reply.raw, { team, bytes: 0, isStream: true, isEndless });
      return body;
    }
    if (body.length > maxSmallBytes) this.#assertRoom(request, reply, team, body.length);
    this.#add(request, reply.raw, { team, bytes: body.length, isStream: false, isEndless: false });
    return body;
  };

  /** Corrects the count of a response to its length after compression, unless it was closed meanwhile. */
  resize({ unsent }: FastifyRequest, bytes: number): void {
    if (!unsent || unsent.indexInBag < 0) return;
    this.#count(unsent.team, bytes - unsent.bytes);
    unsent.bytes = bytes;
  }

  #assertRoom({ method, called }: FastifyRequest, reply: FastifyReply, team: string, bytes: number): void {
    const isTeamFull = this.#bytesOf(team) + bytes > this.#bounds.perTeamBytes;
    if (!isTeamFull && this.#bytes + bytes <= this.#bounds.perProcessBytes) return;
    for (const name of bodyHeaders) reply.removeHeader(name);
    const mayHaveChanged = called?.mayChange ?? method !== 'GET';
    if (mayHaveChanged) throw unavailable('The change may have been made: read the resource to check.');
    throw isTeamFull ? tooManyUnread() : unavailable('Try again.');
  }

  #add(
    request: FastifyRequest,
    response: ServerResponse,
    counted: Pick<Entry, 'team' | 'bytes' | 'isStream' | 'isEndless'>,
  ): void {
    if (response.closed) return;
    // An error can replace a response that was counted, if a later hook fails.
    if (request.unsent) this.#remove(request.unsent);
    const entry = { ...counted, response, indexInBag: -1, startedAtMs: performance.now() };
    request.unsent = entry;
    this.#entries.add(entry);
    this.#count(entry.team, entry.bytes);
    // A stream has ten listeners of this event already, and Node reports one more as a leak.
    response.setMaxListeners(20).once('close', () => this.#remove(entry));
  }

  #remove(entry: Entry): void {
    if (entry.indexInBag < 0) return;
    this.#entries.delete(entry);
    this.#count(entry.team, -entry.bytes);
  }

  #count(team: string, bytes: number): void {
    this.#bytes += bytes;
    const teamBytes = this.#bytesOf(team) + bytes;
    if (teamBytes > 0) this.#bytesByTeam.set(team, teamBytes);
    else this.#bytesByTeam.delete(team);
  }

  #bytesOf(team: string): number {
    return this.#bytesByTeam.get(team) ?? 0;
  }

  /**
   * Closes the responses that take too long, and the largest streams while their team or the process is over its bound.
   */
  #check(): void {
    const now = performance.now();
    const waitingStreams: Entry[] = [];
    for (const entry of this.#entries) {
      const { response, team } = entry;
      if (!entry.isEndless && now - entry.startedAtMs >= this.#bounds.maxSendMs) {
        response.destroy();
        continue;
      }
      if (!entry.isStream) continue;
      this.#count(team, response.writableLength - entry.bytes);
      entry.bytes = response.writableLength;
      if (entry.bytes > 0) waitingStreams.push(entry);
    }
    for (const entry of waitingStreams.sort((a, b) => b.bytes - a.bytes)) {
      const isTeamFull = this.#bytesOf(entry.team) > this.#bounds.perTeamBytes;
      if (!isTeamFull && this.#bytes <= this.#bounds.perProcessBytes) continue;
      this.#remove(entry);
      entry.response.destroy();
    }
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The counted response; null before the response is created. */
    unsent: Entry | null;
  }
}

const tooManyUnread = () =>
  rateLimited(
    'The clients of your team have not read the responses that they requested: read or close them, then try again.',
    retryAfterS,
  );

const unavailable = (whatToDo: string) =>
  new AppError(
    'UNAVAILABLE',
    `The response was omitted: too many responses are waiting for clients to read them. ${whatToDo}`,
    { retryAfterS },
  );
