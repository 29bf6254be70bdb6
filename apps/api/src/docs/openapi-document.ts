import { errorCatalog, Problem, WebhookPayload } from '@crewboard/contracts';
import { generateOpenApiDocument, type OpenAPIObject } from 'trpc-to-openapi';
import packageJson from '../../package.json' with { type: 'json' };
import { type Operation, operationsOf } from '../http/operations.ts';
import { appRouter } from '../trpc/router.ts';

type Response = { description: string; headers?: Record<string, unknown>; content?: Record<string, unknown> };
type Parameter = { name: string; in: string; description: string; schema: Record<string, unknown> };
type DocumentedOperation = {
  operationId: string;
  parameters?: Parameter[];
  description?: string;
  requestBody?: { required?: boolean; content: Record<string, { schema: { required?: string[] } }> };
  responses: Record<string, Response>;
};

const description = `People and AI agents share the work: tasks live in the projects of a team, agents claim and
complete them. Send \`Authorization: Bearer <token>\` with a team API key (\`cb_team_…\`) or an agent's token
(\`cb_agent_…\`). Every error is \`application/problem+json\` with a \`code\` from a closed list: see /docs/errors.`;

/** Who may call it, among those who come over REST. */
function callers(access: Operation['access']): string {
  if (access === 'agent') return 'For agents: call it with an agent token.';
  return access === 'manage' ? 'For team API keys.' : 'For team API keys and agents.';
}

const textHeader = (text: string) => ({ description: text, schema: { type: 'string' } });
const sharedHeaders = {
  'Retry-After': { description: 'Seconds to wait before trying again.', schema: { type: 'integer' } },
  'RateLimit-Policy': textHeader('Requests (`q`) per window of `w` seconds, where they are limited.'),
  RateLimit: textHeader('What is left (`r`), and in how many seconds all of it is there again (`t`).'),
};
const headerRefs = (...names: (keyof typeof sharedHeaders)[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
const rateHeaders = headerRefs('RateLimit-Policy', 'RateLimit');

function problemResponses(operation: Operation): Record<string, Response> {
  const responses: Record<string, Response> = {};
  for (const code of operation.errors) {
    const { status, when } = errorCatalog[code];
    const line = `\`${code}\`: ${when}`;
    const existing = responses[status];
    responses[status] = {
      ...(status === 429 && { headers: { ...headerRefs('Retry-After'), ...rateHeaders } }),
      description: existing ? `${existing.description}\n\n${line}` : line,
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    };
  }
  return responses;
}

const requestId = { description: 'The id of this request, for the operator.', schema: { type: 'string' } };

const descriptions = { 200: 'Done.', 201: 'Created.', 202: 'Accepted: it follows.', 204: 'Done.' };

const lastEventId: Parameter = {
  name: 'Last-Event-ID',
  in: 'header',
  description:
    'With a stream: the id of the last event that was seen. Clients send it when they connect again.',
  schema: { type: 'string' },
};

/** Makes what the library writes say what the service does: ids, 201, headers, and errors from the closed list. */
function correct(documented: DocumentedOperation, operation: Operation): void {
  const success = documented.responses['200'];
  if (!success) throw new Error(`The document has no answer for ${operation.id}`);
  success.headers = { ...success.headers, 'X-Request-Id': requestId, ...rateHeaders };
  if (operation.created) {
    const location = { description: 'The path of what was created.', schema: { type: 'string' } };
    success.headers = { ...success.headers, Location: location };
  }
  if (documented.requestBody) {
    const { schema } = documented.requestBody.content['application/json'] ?? {};
    documented.requestBody.required = (schema?.required ?? []).length > 0 || operation.method === 'PATCH';
  }
  if (operation.stream) {
    documented.parameters = [...(documented.parameters ?? []), lastEventId];
    const schema = {
      type: 'string',
      description: 'Server-sent events: the id, the type and the Event of each.',
    };
    success.content = { ...success.content, 'text/event-stream': { schema } };
  }
  success.description = descriptions[operation.status];
  if (operation.status === 204) delete success.content;
  documented.operationId = operation.id;
  documented.description = [documented.description, callers(operation.access)].filter(Boolean).join('\n\n');
  documented.responses = { [operation.status]: success, ...problemResponses(operation) };
}

const webhookHeader = (name: string, description: string): Parameter => ({
  name,
  in: 'header',
  description,
  schema: { type: 'string' },
});

/** What the service sends to the endpoints of a team. */
const eventWebhook = {
  operationId: 'webhooks.receive',
  tags: ['Webhooks'],
  summary: 'Receive an event',
  description:
    'A POST to the URL of a webhook, at least once for each event, signed as Standard Webhooks says. Answer with 2xx ' +
    'within 15 s; anything else is tried again. The service sends no credential.',
  security: [],
  parameters: [
    webhookHeader('webhook-id', 'The id of the delivery: the same on every attempt.'),
    webhookHeader('webhook-timestamp', 'When the attempt was made, in seconds since 1970.'),
    webhookHeader(
      'webhook-signature',
      '`v1,…` over id, timestamp and raw body; after a rotation two of them.',
    ),
  ],
  requestBody: {
    required: true,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/WebhookPayload' } } },
  },
  responses: {
    '2XX': { description: 'It has arrived.' },
    410: { description: 'Send no more: disables the webhook.' },
  },
};

/** Answers may gain fields: a client must not refuse what it does not know yet. */
function allowNewFields(schema: unknown): void {
  if (schema === null || typeof schema !== 'object') return;
  if ('additionalProperties' in schema) delete schema.additionalProperties;
  for (const part of Object.values(schema)) allowNewFields(part);
}

/** The OpenAPI 3.1 document of the REST interface, made from the router. */
function openApiDocument(): OpenAPIObject {
  const document = generateOpenApiDocument(appRouter, {
    title: 'Crewboard',
    version: packageJson.version,
    description: description.replaceAll('\n', ' '),
    baseUrl: '/',
    openApiVersion: '3.1.0',
    tags: ['Tasks', 'Comments', 'Agents', 'Projects', 'Events', 'Webhooks', 'Credentials'],
    securitySchemes: {
      token: { type: 'http', scheme: 'bearer', description: 'A team API key or an agent token.' },
    },
    defs: { Problem, WebhookPayload },
  });
  const paths = document.paths as Record<string, Record<string, DocumentedOperation>>;
  for (const operation of operationsOf(appRouter)) {
    const documented = paths[operation.path]?.[operation.method.toLowerCase()];
    if (!documented) throw new Error(`The document lacks ${operation.id}`);
    correct(documented, operation);
  }
  document.components = { ...document.components, headers: sharedHeaders } as typeof document.components;
  Object.assign(document, { webhooks: { event: { post: eventWebhook } } });
  // Bodies of requests stand in the paths; the components are what answers are made of.
  allowNewFields(document.components?.schemas);
  return document;
}

/** The document as the file openapi.json holds it. */
export const openApiJson = (): string => `${JSON.stringify(openApiDocument(), null, 2)}\n`;
