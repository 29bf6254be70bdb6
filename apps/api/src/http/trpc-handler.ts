import { allOperations, type Operation } from '@crewboard/contracts';
import { incomingMessageToRequest, type NodeHTTPRequest } from '@trpc/server/adapters/node-http';
import { resolveResponse } from '@trpc/server/http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, invalid, notFound } from '../errors.ts';
import type { Context } from '../trpc/context.ts';
import { fromTrpcError } from '../trpc/init.ts';
import { appRouter } from '../trpc/router.ts';
import { TrpcBatch } from '../trpc/trpc-batch.ts';
import { TrpcResults } from '../trpc/trpc-results.ts';
import type { CalledOperation } from './called-operation.ts';
import { fromFrameworkError } from './errors/framework-errors.ts';
import { setErrorHeaders } from './errors/problem.ts';
import { sendEventStream } from './event-streams/send-event-stream.ts';
import { toErrorShape, trpcFormat } from './event-streams/stream-formats.ts';
import { acceptJsonOnly } from './request/json-body.ts';
import { sendBeforeBody } from './request/unread-body.ts';
import type { Services } from './services.ts';

const maxBatchSize = 10;

type Call = { Params: { path: string }; Querystring: { batch?: string; input?: string } };

const operationById = new Map(allOperations.map((operation) => [operation.id, operation]));

const calledById = new Map(
  allOperations.map(({ id }): [string, CalledOperation] => [id, { transport: 'trpc', operation: id }]),
);
const calledBatch: CalledOperation = { transport: 'trpc', operation: 'batch' };

/** The tRPC transport, for the dashboard. JSON only, since a browser sends other types cross-site. */
export async function trpcHandler(app: FastifyInstance, services: Services): Promise<void> {
  // The body stays text, because tRPC parses it itself.
  acceptJsonOnly(app, 'text');
  app.setErrorHandler<Error, Call>((error, request, reply) =>
    sendTrpcError(request, reply, fromFrameworkError(error)),
  );
  app.all<Call>('/trpc/:path', {
    // The caller is authenticated before the body is read. Without a credential, only a single public query is allowed.
    async onRequest(request, reply) {
      // tRPC decodes the path once more: a path that is encoded twice would have more calls than were counted.
      if (request.params.path.includes('%')) throw notFound();
      const operations = operationsIn(request);
      const [first, ...others] = operations;
      const isSingle = others.length === 0;
      if (isSingle && !first) throw notFound();
      request.called = (isSingle && first && calledById.get(first.id)) || calledBatch;
      const isPublic = first?.type === 'query' && first.access === 'public';
      const isOpen = isSingle && isPublic && request.method === 'GET' && !request.headers.authorization;
      if (isOpen) return;
      // A batch that is too large is rejected as a whole, and is charged as a batch of the maximum size.
      const calls = Math.min(operations.length, maxBatchSize);
      request.caller = await services.admission.admit(request, reply, { calls });
      if (operations.length > maxBatchSize) {
        throw invalid([{ path: '', message: `A batch has at most ${maxBatchSize} calls` }]);
      }
    },
    // A credential may end, and a role change, while a slow body arrives.
    async preHandler(request) {
      const caller = await request.authenticateAgain?.();
      if (caller) request.caller = caller;
    },
    async handler(request, reply) {
      const { caller } = request;
      const createContext = (): Context => ({
        ...services.context,
        requestId: request.id,
        headers: request.headers,
        ifMatch: null,
        response: {},
        actor: caller?.actor ?? null,
        credential: caller?.credential ?? null,
        chargeItems: (count) => services.admission.chargeItems(request, reply, count),
      });
      if (isSubscription(request)) {
        const input = subscriptionInput(request);
        return sendEventStream({ ctx: createContext(), input, format: trpcFormat, request, reply });
      }
      const trpcResults = new TrpcResults(request.turns);
      const trpcBatch = request.query.batch === '1' ? new TrpcBatch(trpcResults) : undefined;
      // Send a batch in one piece, not each result when it is ready: `UnsentResponses`, which bounds the memory of
      // responses, needs the size before the first byte.
      delete request.raw.headers['trpc-accept'];
      const message: NodeHTTPRequest = Object.assign(request.raw, { body: request.body });
      const response = await resolveResponse({
        req: incomingMessageToRequest(message, reply.raw, { maxBodySize: null }),
        error: null,
        path: request.params.path,
        router: appRouter,
        maxBatchSize,
        createContext: async () => ({ ...createContext(), trpcResults, trpcBatch }),
        responseMeta({ errors }) {
          for (const error of errors) setErrorHeaders(reply, fromTrpcError(error));
          return { headers: { 'Cache-Control': 'no-store' } };
        },
        onError({ error }) {
          const appError = fromTrpcError(error);
          request.errorCode = appError.code;
          logFault(request, appError);
        },
      });
      return reply
        .code(response.status)
        .headers(Object.fromEntries(response.headers))
        .send(trpcResults.fill(await response.text()));
    },
  });
}

/** The operations that the path names, undefined for unknown ids. Only a batch names several. */
function operationsIn({ params, query }: FastifyRequest<Call>): (Operation | undefined)[] {
  const ids = query.batch === '1' ? params.path.split(',') : [params.path];
  return ids.map((id) => operationById.get(id));
}

/** Whether the request opens a stream. tRPC rejects a batch with one. */
const isSubscription = ({ params, query }: FastifyRequest<Call>) =>
  query.batch !== '1' && operationById.get(params.path)?.type === 'subscription';

/** The input of a stream. A browser that reconnects sends the id of the last message in a header. */
function subscriptionInput({ method, query: { input }, headers }: FastifyRequest<Call>): unknown {
  if (method !== 'GET') throw new AppError('METHOD_NOT_ALLOWED', 'A stream is opened with GET.');
  const lastEventId = headers['last-event-id'];
  try {
    return { ...JSON.parse(input ?? '{}'), ...(lastEventId && { lastEventId }) };
  } catch {
    throw new AppError('MALFORMED_JSON', 'The input is not a JSON object.');
  }
}

/** Responds in the format of tRPC to an error that occurred before a procedure ran. */
function sendTrpcError(request: FastifyRequest<Call>, reply: FastifyReply, error: AppError): FastifyReply {
  request.errorCode = error.code;
  logFault(request, error);
  setErrorHeaders(reply, error);
  // Browsers hide a response that is not a stream from scripts, so the error is the first message of a stream. A 429
  // needs no message: the client waits and reconnects anyway.
  if (error.status !== 429 && isSubscription(request)) {
    const message = trpcFormat.toError(error, request);
    return reply.code(200).header('Content-Type', 'text/event-stream').send(message);
  }
  reply.code(error.status).header('Content-Type', 'application/json');
  return sendBeforeBody(request, reply, { error: toErrorShape(error, request) });
}

function logFault(request: FastifyRequest, { status, cause, message, code }: AppError): void {
  if (status >= 500) request.log.error({ err: cause ?? message, code }, message);
}
