import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AgentActor, KeyActor } from '../auth/actor.ts';
import type { Caller } from '../auth/authenticate.ts';
import { undeliveredWatcher } from '../http/response/undelivered-watcher.ts';
import type { Services } from '../http/services.ts';
import type { Context } from '../trpc/context.ts';
import type { RunOperation } from '../trpc/init.ts';

/** One message of a client, which is one request over HTTP. */
export type McpCall = {
  services: Services;
  request: FastifyRequest;
  reply: FastifyReply;
  caller: Caller & { actor: AgentActor | KeyActor };
  /** The arguments of the tool. They stay out of the SDK, so that a waiting request keeps no large texts. */
  args: Record<string, unknown>;
  /** Whether messages come before the result, which are then sent at once. */
  reportsProgress?: boolean;
  /** A result that may exceed 16 KiB, escaped for its place in the message. */
  largeResult?: Buffer;
  /** Runs what the client may cancel by a message of its own, which aborts the signal. */
  whileRunning: <Result>(run: (cancelled: AbortSignal) => Promise<Result>) => Promise<Result>;
};

/** The context of one run of an operation. */
export const contextOf = ({ services, request, reply, caller }: McpCall): Context => ({
  ...services.context,
  ...{ requestId: request.id, headers: request.headers, ifMatch: null },
  ...{ actor: caller.actor, credential: caller.credential },
  response: {},
  whenUndelivered: undeliveredWatcher(request, reply),
  chargeItems: (count) => services.admission.chargeItems(request, reply, count),
});

/** Runs an operation and returns its output. */
export const runOperation = (call: McpCall, run: RunOperation, input: Record<string, unknown>) =>
  run({ ctx: contextOf(call), input });
