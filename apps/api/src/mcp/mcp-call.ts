import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AgentActor, KeyActor } from '../auth/actor.ts';
import type { Caller } from '../auth/authenticate.ts';
import { createUndeliveredWatcher } from '../http/response/undelivered-watcher.ts';
import type { Services } from '../http/services.ts';
import type { Context } from '../trpc/context.ts';
import type { RunOperation } from '../trpc/init.ts';

/**
 * The maximum of a message without the arguments of its tool, in bytes, because a waiting call keeps this part in
 * memory.
 */
export const maxEnvelopeBytes = 16 * 1024;

/** The maximum of a message with a result, in bytes. */
const maxMessageBytes = 256 * 1024;
/**
 * The part of it for a large result, a list or not, as sent. One half of the rest is for fields that repeat the
 * envelope of the request, such as its id, the other half for fields of the response alone, such as `nextCursor`.
 */
export const maxItemsBytes = maxMessageBytes - 2 * maxEnvelopeBytes;

/** One message of a client, which is one HTTP request. */
export type McpCall = {
  services: Services;
  request: FastifyRequest;
  reply: FastifyReply;
  caller: Caller & { actor: AgentActor | KeyActor };
  /** The arguments of the tool, apart from the SDK, which would keep large texts while a request waits. */
  args: Record<string, unknown>;
  /** Whether progress messages precede the result, so that the response must be streamed. */
  reportsProgress?: boolean;
  /** A result that may exceed 16 KiB, escaped as a part of a JSON text: `insertResult` puts it into the message. */
  largeResult?: Buffer;
  /** Runs a function whose signal is aborted when the client cancels the request. */
  whileRunning: <Result>(run: (cancelled: AbortSignal) => Promise<Result>) => Promise<Result>;
};

/** A new context: each run of an operation needs one of its own. */
export const contextOf = ({ services, request, reply, caller }: McpCall): Context => ({
  ...services.context,
  ...{ requestId: request.id, headers: request.headers, ifMatch: null },
  ...{ actor: caller.actor, credential: caller.credential },
  response: {},
  whenUndelivered: createUndeliveredWatcher(request, reply),
  chargeItems: (count) => services.admission.chargeItems(request, reply, count),
});

/** Runs an operation and returns its output. */
export const runOperation = (call: McpCall, run: RunOperation, input: Record<string, unknown>) =>
  run({ ctx: contextOf(call), input });
