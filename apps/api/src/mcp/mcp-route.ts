import type { McpHttpHandler } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { assertAccess } from '../auth/access.ts';
import type { Caller } from '../auth/authenticate.ts';
import { AppError } from '../errors.ts';
import { limitKeyOf } from '../http/admission.ts';
import type { CalledOperation } from '../http/called-operation.ts';
import { fromFrameworkError } from '../http/errors/framework-errors.ts';
import { createDisconnectSignal } from '../http/request/disconnect-signal.ts';
import { acceptJsonOnly } from '../http/request/json-body.ts';
import type { Services } from '../http/services.ts';
import { Cancellations } from './cancellations.ts';
import { type McpCall, maxEnvelopeBytes } from './mcp-call.ts';
import { envelopeTooLarge, notAMessage, sendRpcError } from './rpc-errors.ts';
import { sendResponse } from './send-response.ts';

type Fields = Record<string, unknown>;

/** The call of each request: the SDK hands only the request to `createServer`. */
type Calls = WeakMap<Request, McpCall>;

type Handler = McpHttpHandler & Pick<typeof import('./protocol-versions.ts'), 'findUnsupportedVersion'>;

/** The label in metrics for messages that run no operation. */
const calledNone: CalledOperation = { transport: 'mcp', operation: 'none', mayChange: false };

/**
 * The MCP transport (docs/mcp.md): the operations as tools, over streamable HTTP without sessions, so that any process
 * serves any request. Admission, bounds and errors are those of REST.
 */
export async function mcpRoute(app: FastifyInstance, services: Services): Promise<void> {
  const calls: Calls = new WeakMap();
  const cancellations = new Cancellations();
  let handler: Promise<Handler> | undefined;
  acceptJsonOnly(app);
  app.setErrorHandler<Error>((error, request, reply) =>
    sendRpcError(request, reply, fromFrameworkError(error)),
  );
  app.addHook('onClose', async () => (await handler)?.close());

  const setCaller = (request: FastifyRequest, caller: Caller) => {
    assertAccess(caller.actor, 'agentOrKey');
    request.caller = caller;
  };
  app.post('/mcp', {
    // Authenticate before the body is read.
    async onRequest(request, reply) {
      request.called = calledNone;
      reply.header('Cache-Control', 'no-store');
      assertOrigin(request);
      setCaller(request, await services.admission.admit(request, reply));
    },
    // Authenticate again, because the credential may have ended while a slow body arrived.
    async preHandler(request) {
      const caller = await request.authenticateAgain?.();
      if (caller) setCaller(request, caller);
    },
    async handler(request, reply) {
      const message = request.body;
      if (message === undefined) throw new AppError('MALFORMED_JSON', 'The body is empty.');
      if (!isFields(message)) throw notAMessage();
      const caller = request.caller as McpCall['caller'];
      const keyOf = (id: unknown) => `${limitKeyOf(caller.actor)} ${JSON.stringify(id)}`;
      const args = takeArguments(message);
      if (Buffer.byteLength(JSON.stringify(message)) > maxEnvelopeBytes) throw envelopeTooLarge();
      if (message.method === 'notifications/cancelled' && isFields(message.params)) {
        cancellations.cancel(keyOf(message.params.requestId));
      }
      const webRequest = toWebRequest(request, createDisconnectSignal(request, reply));
      handler ??= loadHandler(calls, app);
      const { fetch, findUnsupportedVersion } = await handler;
      const unsupported = findUnsupportedVersion(message, request.headers['mcp-protocol-version']);
      if (unsupported) return reply.code(400).send(unsupported);
      const call: McpCall = {
        ...{ services, request, reply, caller, args },
        whileRunning: (run) => cancellations.run(keyOf(message.id), run),
      };
      calls.set(webRequest, call);
      return sendResponse(reply, await fetch(webRequest, { parsedBody: message }), call);
    },
  });
}

/** Loads the SDK with the first request, because most processes of small installations serve no MCP. */
async function loadHandler(calls: Calls, app: FastifyInstance): Promise<Handler> {
  const [{ createMcpHandler }, { createServer }, { findUnsupportedVersion }] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('./create-server.ts'),
    import('./protocol-versions.ts'),
  ]);
  const handler = createMcpHandler(
    ({ requestInfo }) => {
      const call = requestInfo && calls.get(requestInfo);
      if (!call) throw new Error('The request does not belong to this route');
      return createServer(call);
    },
    {
      onerror: (error) => app.log.debug({ err: error }, 'MCP'),
      // The minimum. No list changes while the service runs, so there is nothing to subscribe to.
      maxSubscriptions: 1,
    },
  );
  return { ...handler, findUnsupportedVersion };
}

const isFields = (value: unknown): value is Fields =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/**
 * Removes the arguments from the call of a tool and returns them, because the SDK would keep large texts while the call
 * waits. Leaves malformed arguments, which the SDK rejects.
 */
function takeArguments({ method, params }: Fields): Fields {
  if (method !== 'tools/call' || !isFields(params) || !isFields(params.arguments)) return {};
  const args = params.arguments;
  params.arguments = {};
  return args;
}

/** The request for the SDK, without the credential and without the body, which the SDK gets parsed. */
function toWebRequest({ headers }: FastifyRequest, signal: AbortSignal): Request {
  const { authorization: _, ...others } = headers;
  const single = Object.entries(others).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return new Request('http://localhost/mcp', { method: 'POST', headers: single, signal });
}

const localHosts = ['localhost', '127.0.0.1', '[::1]'];

const hostOf = (url: string): string | undefined => URL.parse(url)?.hostname;

/**
 * Throws FORBIDDEN for requests of web pages of other sites (MCP, Streamable HTTP, Security Warning). A page whose host
 * name was rebound to this server is same-origin for the browser, which still sends that name as the Origin. Other
 * clients send no Origin.
 */
function assertOrigin({ headers: { origin }, server }: FastifyRequest): void {
  if (origin === undefined) return;
  const host = hostOf(origin);
  if (host !== undefined && (localHosts.includes(host) || host === hostOf(server.publicUrl))) return;
  throw new AppError(
    'FORBIDDEN',
    `The Origin is neither this machine nor the host of PUBLIC_API_URL (${server.publicUrl || 'not set'}). Set PUBLIC_API_URL to the URL that clients use.`,
  );
}
