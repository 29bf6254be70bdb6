import {
  idempotencyReplayedHeader,
  type RestOperation,
  restOperations,
  type SuccessStatus,
} from '@crewboard/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { assertAccess, assertTeam } from '../auth/access.ts';
import { getShareOwnerId } from '../auth/actor.ts';
import type { Caller } from '../auth/authenticate.ts';
import { AppError, invalid } from '../errors.ts';
import type { PageCursors } from '../features/read-page.ts';
import type { ResponseMetadata } from '../features/verb-context.ts';
import { type SerializedPage, serializePage } from '../serialize-page.ts';
import type { Context } from '../trpc/context.ts';
import type { WrapVerb } from '../trpc/init.ts';
import { getOperationRunner } from '../trpc/router.ts';
import type { CalledOperation } from './called-operation.ts';
import { fromFrameworkError } from './errors/framework-errors.ts';
import { sendProblem } from './errors/problem.ts';
import { sendEventStream, toFollowInput, wantsEventStream } from './event-streams/send-event-stream.ts';
import { restFormat } from './event-streams/stream-formats.ts';
import { assertIdempotencyKey } from './idempotency/idempotency-key.ts';
import { acceptJsonOnly } from './request/json-body.ts';
import { createQueryReader } from './request/query-fields.ts';
import { createRequestPlace } from './request-place.ts';
import { allowedVersions, setEntityTag } from './response/entity-tag.ts';
import { createProjectionReader, selectFields, setPreferenceApplied } from './response/response-fields.ts';
import { historyRemovedHeader, sendPage, sendWholeList, waitOverHeader } from './response/send-list.ts';
import { createUndeliveredWatcher } from './response/undelivered-watcher.ts';
import type { Services } from './services.ts';

type Fields = Record<string, unknown>;

/** The REST transport: a route for each operation that declares one. */
export async function restRoutes(app: FastifyInstance, services: Services): Promise<void> {
  acceptJsonOnly(app);
  app.setErrorHandler(async (error, request, reply) =>
    sendProblem(request, reply, await errorFor(request, error)),
  );
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('Cache-Control', 'no-store');
  });
  for (const operation of restOperations) registerOperation(app, services, operation);
}

function bodyFields(body: unknown): Fields {
  if (body === undefined) return {};
  if (body === null || typeof body !== 'object' || Array.isArray(body)) {
    throw invalid([{ path: '', message: 'The body must be a JSON object' }]);
  }
  return body as Fields;
}

/**
 * Reads the input of an operation from the path and the body or query. Rejects a path parameter that is also in the
 * query or body, and any query parameter of an operation that takes a body.
 */
function createInputReader(operation: RestOperation): (request: FastifyRequest) => Fields {
  const readQuery = createQueryReader(operation);
  const hasBody = operation.type === 'mutation';
  return (request) => {
    const params = request.params as Fields;
    const query = request.query as Fields;
    const fields = hasBody ? bodyFields(request.body) : readQuery(query);
    const misplaced = [
      ...Object.keys(fields).filter((name) => Object.hasOwn(params, name)),
      ...(hasBody ? Object.keys(query) : []),
    ];
    if (misplaced.length > 0) {
      throw invalid(misplaced.map((path) => ({ path, message: 'is not a field of this operation' })));
    }
    return { ...fields, ...params };
  };
}

/** The status of a success: 204 for an empty output where the operation declares 204, else the first status. */
function statusOf({ statuses = [200] }: RestOperation['rest'], output: unknown): SuccessStatus {
  return output === undefined && statuses.includes(204) ? 204 : statuses[0];
}

function setLocation(reply: FastifyReply, template: string, output: unknown): void {
  reply.header('Location', template.replace('{id}', (output as { id: string }).id));
}

type Success = { output: unknown; response: ResponseMetadata };

/** Stores the caller of a request. Throws FORBIDDEN or NOT_FOUND if they may not call the operation. */
function setCaller(operation: RestOperation, request: FastifyRequest, caller: Caller): void {
  assertAccess(caller.actor, operation.access);
  const { teamId } = request.params as Fields;
  if (teamId !== undefined) assertTeam(caller.actor, teamId);
  request.caller = caller;
}

/**
 * The error to send. The sender of an ended token gets 401 and no other client error, which could reveal something of
 * the team. A fault of the service stays as it is: the change may have been made, and a 401 would deny that.
 */
async function errorFor({ uncheckedToken }: FastifyRequest, thrown: unknown): Promise<AppError> {
  const error = fromFrameworkError(thrown);
  if (!uncheckedToken || error.status >= 500) return error;
  return uncheckedToken.check().then(() => error, fromFrameworkError);
}

function registerOperation(app: FastifyInstance, services: Services, operation: RestOperation): void {
  const { id, rest, paging } = operation;
  const called: CalledOperation = { transport: 'rest', operation: id };
  const calledStream: CalledOperation = { transport: 'rest', operation: rest.stream ?? id };
  const runOperation = getOperationRunner(id);
  const readInput = createInputReader(operation);
  const readProjection = createProjectionReader(operation);
  const { checksToken = false } = rest;
  // An unchecked token is checked after the verb, before the response. A stream has no such moment.
  if (checksToken && rest.stream) throw new Error(`${id} streams, so it cannot check tokens itself`);
  app.route({
    method: rest.method,
    url: rest.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    // The caller is authenticated before the body is read.
    async onRequest(request, reply) {
      request.called = called;
      setCaller(operation, request, await services.admission.admit(request, reply, { checksToken }));
    },
    // A credential may end, and a role change, while a slow body arrives.
    async preHandler(request) {
      const caller = await request.authenticateAgain?.();
      if (caller) setCaller(operation, request, caller);
    },
    async handler(request, reply) {
      assertIdempotencyKey(request);
      const isFollowed = rest.stream !== undefined && wantsEventStream(request);
      // Before the input, because it takes `fields` out of the query.
      const projection = readProjection(request);
      const input = readInput(request);
      const { actor, credential } = request.caller ?? { actor: null, credential: null };
      const { id: requestId, headers, uncheckedToken } = request;
      const ifMatch = rest.versioned === 'write' ? allowedVersions(request) : null;
      /** The context of one call of the verb: a whole list has a call for each page. */
      const createContext = () => ({
        ...services.context,
        ...{ requestId, headers, ifMatch, actor, credential, uncheckedToken: uncheckedToken ?? undefined },
        response: {} as ResponseMetadata,
        whenUndelivered: createUndeliveredWatcher(request, reply),
        chargeItems: (count: number) => services.admission.chargeItems(request, reply, count),
      });
      if (isFollowed) {
        request.called = calledStream;
        const followInput = toFollowInput(input, request);
        const format = restFormat(projection?.fields);
        return sendEventStream({
          ...{ ctx: createContext(), input: followInput, format, request, reply },
          onAccepted: () => setPreferenceApplied(reply, projection),
        });
      }
      const withChosenFields = (output: unknown) =>
        projection ? selectFields(output, projection.fields) : output;
      const serialize = ({ output, response }: Success) => {
        setPreferenceApplied(reply, projection);
        if (response.isWaitOver) reply.header(waitOverHeader, 'true');
        if (response.historyRemovedAt) reply.header(historyRemovedHeader, response.historyRemovedAt);
        return serializePage({
          items: output as unknown[],
          toJson: (item: unknown) => JSON.stringify(withChosenFields(item)),
          // Over REST all cursors are strings.
          ...(response as PageCursors),
          turns: request.turns,
        });
      };
      /** Runs the verb, or replays the response to an earlier request with the same Idempotency-Key. */
      const wrapInIdempotencyKey = (ctx: Context) => {
        const { idempotencyKey: key, caller } = request;
        if (!key || !caller) return undefined;
        const respond = services.idempotency.prepare({ key, caller, operation, input, ctx });
        return async (runVerb: () => Promise<unknown>) => {
          const { output, isReplay } = await respond(runVerb);
          if (isReplay) reply.header(idempotencyReplayedHeader, 'true');
          return output;
        };
      };
      const run = async (
        ctx: Context,
        fields: Fields,
        wrapVerb: WrapVerb | undefined = wrapInIdempotencyKey(ctx),
      ) => {
        const waits = rest.waitField !== undefined && Boolean(fields[rest.waitField]);
        // While the verb waits, its request does not count as in flight.
        const { place, signal } = waits ? createRequestPlace(services, { request, reply, fields }) : {};
        if (place) ctx.place = place;
        return runOperation({ ctx, input: fields, signal, wrapVerb });
      };
      const makePage = async (fields: Fields) => {
        const ctx: Context = createContext();
        /** Reads and serializes the page while the team has one of its few places for pages. */
        const inShare = (read: () => Promise<unknown>) =>
          services.context.teamDatabases.makePage(getShareOwnerId(actor), async () => {
            // Skip a page whose client has disconnected: it no longer counts as in flight, and would fill the queue.
            if (request.raw.socket.destroyed) throw new AppError('BAD_REQUEST', 'The connection was closed.');
            const output = await read();
            await uncheckedToken?.check();
            return serialize({ output, response: ctx.response });
          });
        return (await run(ctx, fields, inShare)) as SerializedPage<string>;
      };
      if (paging === 'onRequest' && input.limit === undefined && input.cursor === undefined) {
        return sendWholeList(reply, (page) => makePage({ ...input, ...page }));
      }
      if (paging) return sendPage(request, reply, await makePage(input));
      const output = await run(createContext(), input);
      await uncheckedToken?.check();
      reply.code(statusOf(rest, output));
      if (rest.location) setLocation(reply, rest.location, output);
      if (rest.versioned && setEntityTag(request, reply, output)) return reply.code(304).send();
      setPreferenceApplied(reply, projection);
      return withChosenFields(output);
    },
  });
}
