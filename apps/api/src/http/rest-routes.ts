import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { assertAccess, assertTeam } from '../auth/access.ts';
import type { Caller } from '../auth/authenticate.ts';
import { invalid } from '../errors.ts';
import type { Answer } from '../features/verb-context.ts';
import type { Context } from '../trpc/context.ts';
import { appRouter } from '../trpc/router.ts';
import { sendEventStream, wantsEventStream } from './event-stream.ts';
import { acceptJsonOnly } from './json-body.ts';
import { type Operation, operationsOf } from './operations.ts';
import type { Services } from './services.ts';
import { sendWholeList } from './whole-list.ts';

type Fields = Record<string, unknown>;

const decimal = /^-?\d+$/;

/** Query parameters as the schema expects them: whole decimal numbers where a field is a number. */
function queryFields(operation: Operation, query: Fields): Fields {
  const fields: Fields = { ...query };
  for (const name of operation.numberFields) {
    const value = fields[name];
    if (typeof value === 'string' && decimal.test(value)) fields[name] = Number(value);
  }
  return fields;
}

function bodyFields(body: unknown): Fields {
  if (body === undefined) return {};
  if (body === null || typeof body !== 'object' || Array.isArray(body)) {
    throw invalid([{ path: '', message: 'The body must be a JSON object' }]);
  }
  return body as Fields;
}

/** The input of the procedure. What stands in the path cannot be given a second time. */
function readInput(operation: Operation, request: FastifyRequest): Fields {
  const params = request.params as Fields;
  const query = request.query as Fields;
  const hasBody = operation.type === 'mutation';
  const fields = hasBody ? bodyFields(request.body) : queryFields(operation, query);
  const misplaced = [
    ...Object.keys(fields).filter((name) => Object.hasOwn(params, name)),
    ...(hasBody ? Object.keys(query) : []),
  ];
  if (misplaced.length > 0) {
    throw invalid(misplaced.map((path) => ({ path, message: 'is not a field of this operation' })));
  }
  return { ...fields, ...params };
}

/** The same page with another cursor. */
function nextPageLink(request: FastifyRequest, cursor: string): string {
  const url = new URL(request.url, 'http://localhost');
  url.searchParams.set('cursor', cursor);
  return `<${request.server.publicUrl}${url.pathname}${url.search}>; rel="next"`;
}

function setHeaders(
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
  output: unknown,
) {
  reply.code(operation.status);
  if (operation.created) {
    reply.header('Location', operation.created.replace('{id}', (output as { id: string }).id));
  }
  if (answer.nextCursor) {
    reply.header('X-Next-Cursor', answer.nextCursor).header('Link', nextPageLink(request, answer.nextCursor));
  }
}

/** Throws the 403 or 404 of a caller who may not do this, whatever the body says. */
function setCaller(operation: Operation, request: FastifyRequest, caller: Caller): void {
  assertAccess(caller.actor, operation.access);
  const { teamId } = request.params as Fields;
  if (teamId !== undefined) assertTeam(caller.actor, teamId);
  request.caller = caller;
}

function registerOperation(app: FastifyInstance, services: Services, operation: Operation): void {
  const { procedure, type, id: path } = operation;
  app.route({
    method: operation.method,
    url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    // Who calls is decided before the body is read.
    async onRequest(request, reply) {
      setCaller(operation, request, await services.admission.admit(request, reply));
    },
    // A credential may end, and a role change, while a slow body arrives.
    async preHandler(request) {
      const caller = await request.authenticateAgain?.();
      if (caller) setCaller(operation, request, caller);
    },
    async handler(request, reply) {
      const input = readInput(operation, request);
      const { actor, credential } = request.caller ?? { actor: null, credential: null };
      const common = { ...services.context, requestId: request.id, actor, credential };
      const run = async (fields: Fields) => {
        const answer: Answer = {};
        const ctx = { ...common, answer };
        const getRawInput = async () => fields;
        const call = { ctx, path, type, getRawInput, input: undefined, signal: undefined, batchIndex: 0 };
        return { answer, output: await procedure(call) };
      };
      if (operation.stream && wantsEventStream(request)) {
        const ctx: Context = { ...common, answer: {} };
        return sendEventStream(operation.stream, { ctx, input, request, reply });
      }
      if (operation.comesWhole && input.limit === undefined && input.cursor === undefined) {
        return sendWholeList(reply, async (page) => {
          const { output, answer } = await run({ ...input, ...page });
          return { items: output as unknown[], nextCursor: answer.nextCursor };
        });
      }
      const { output, answer } = await run(input);
      setHeaders(operation, request, reply, answer, output);
      return output;
    },
  });
}

/** The REST door: one route for each procedure that declares one. */
export async function restRoutes(app: FastifyInstance, services: Services): Promise<void> {
  acceptJsonOnly(app);
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('Cache-Control', 'no-store');
  });
  for (const operation of operationsOf(appRouter)) registerOperation(app, services, operation);
}
