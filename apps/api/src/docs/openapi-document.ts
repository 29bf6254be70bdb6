import { build } from '@crewboard/build-info';
import {
  callersInWords,
  claimedTaskFields,
  EventByType,
  EventTypes,
  fieldsOf,
  idempotencyKeyHeader,
  idempotencyKeyHours,
  maxCursorLength,
  maxIdempotencyKeyLength,
  minimalFields,
  Problem,
  type RestOperation,
  type RestRoute,
  restOperations,
  WebhookPayloadByType,
} from '@crewboard/contracts';
import { generateOpenApiDocument, type OpenAPIObject } from 'trpc-to-openapi';
import { appRouter } from '../trpc/router.ts';
import { claimTokens } from './claim-tokens.ts';
import { errorResponses, headers, sharedResponses, successResponses } from './openapi-responses.ts';

/** The contents of openapi.json, in the repository and at /openapi.json. */
export const openApiJson = (): string => `${JSON.stringify(openApiDocument(), applyMetadata, 2)}\n`;

/** The OpenAPI 3.1 document of the REST interface. */
function openApiDocument(): OpenAPIObject {
  const document = generateOpenApiDocument(appRouter, {
    title: 'Crewboard',
    version: build.version,
    description: description.replaceAll('\n', ' '),
    baseUrl: '/',
    openApiVersion: '3.1.0',
    license: { name: 'MIT', identifier: 'MIT' },
    securitySchemes: {
      token: { type: 'http', scheme: 'bearer', description: 'A team API key or an agent token.' },
    },
    defs: { Event: EventByType, EventTypes, Problem, WebhookPayload: WebhookPayloadByType },
  });
  const paths = document.paths as Record<string, Record<string, DocumentedOperation>>;
  for (const operation of restOperations) {
    const { path, method } = operation.rest;
    const documented = paths[path]?.[method.toLowerCase()];
    if (!documented) throw new Error(`Operation ${operation.id} is missing from the OpenAPI document`);
    addDetails(documented, operation);
  }
  // Request bodies are inline in the paths, so only schemas of responses change here.
  allowNewFields(document.components?.schemas);
  return Object.assign(document, {
    tags: Object.entries(tags).map(([name, text]) => ({ name, description: text })),
    components: { ...document.components, headers, responses: sharedResponses(restOperations) },
    webhooks: { event: { post: eventWebhook } },
  });
}

type Parameter = {
  name: string;
  in: string;
  description: string;
  schema: Record<string, unknown>;
  explode?: boolean;
};
type BodySchema = { required?: string[]; minProperties?: number };
type DocumentedOperation = {
  parameters?: Parameter[];
  description?: string;
  requestBody?: { required?: boolean; content: Record<string, { schema: BodySchema }> };
  responses: Record<string, { content?: Record<string, unknown> }>;
};

const description = `People and AI agents share the work: tasks live in the projects of a team, agents claim and
complete them. Send \`Authorization: Bearer <token>\` with a team API key (\`cb_team_…\`) or an agent's token
(\`cb_agent_…\`). Every error is \`application/problem+json\` with a \`code\`: see /docs/errors.`;

const tags: Record<RestRoute['tag'], string> = {
  Tasks: 'The work: what agents claim and complete.',
  Comments: 'Questions, progress and reasons, on a task.',
  Agents: 'The agents of a team and their tokens.',
  Projects: 'Projects, which group the tasks of a team.',
  Members: 'The people of a team.',
  Teams: 'The team, and its pause.',
  Events: 'The event log: every change, as a list or as a stream.',
  Webhooks: 'Events sent to HTTP endpoints, and the log of their deliveries.',
  Credentials: 'The credential of the request.',
};

const lastEventId: Parameter = {
  name: 'Last-Event-ID',
  in: 'header',
  description:
    'With a stream: the id of the last event that was received. Clients send it when they reconnect.',
  schema: { type: 'string', maxLength: maxCursorLength },
};

/** For the document alone: the service reads the first 100 tags of a header. */
const maxTagsLength = 2_000;

const conditionalHeaders: Record<NonNullable<RestRoute['versioned']>, Parameter> = {
  read: {
    name: 'If-None-Match',
    in: 'header',
    description:
      'The `ETag` of an earlier response: 304 without a body if neither the task nor its lease changed. Never with `include`.',
    schema: { type: 'string', maxLength: maxTagsLength },
  },
  write: {
    name: 'If-Match',
    in: 'header',
    description:
      'The `ETag` of the task as you read it: 412 if the task has changed since. Heartbeats do not count as changes.',
    schema: { type: 'string', maxLength: maxTagsLength },
  },
};

const idempotencyKey: Parameter = {
  name: idempotencyKeyHeader,
  in: 'header',
  description:
    'A value of your own for this request, for example a UUID. When no response arrives, send the request again with the ' +
    `same key: for ${idempotencyKeyHours} hours it gets the first successful response and has no second effect.`,
  schema: { type: 'string', minLength: 1, maxLength: maxIdempotencyKeyLength, pattern: '^[!-~]+$' },
};

/** States the tokens that fewer fields save, for claims only: models read many of them. */
const tokensOf = (minimal: readonly string[], choice: string, tokens: number): string =>
  minimal === claimedTaskFields
    ? ` \`${choice}\` is about ${tokens} tokens instead of ${claimTokens.whole} (cl100k_base).`
    : '';

/** The parameters that choose the fields of a response. */
function projectionParameters(operation: RestOperation): Parameter[] {
  const names = fieldsOf(operation);
  if (names.length === 0) return [];
  const minimal = minimalFields[operation.id as keyof typeof minimalFields];
  return [
    {
      name: 'fields',
      in: 'query',
      description:
        `The fields to include in the response, separated by commas; for a list, in each item. Possible fields: ${names.join(', ')}.` +
        tokensOf(minimal, 'id,attempt,title,description', claimTokens.fields),
      schema: { type: 'string' },
    },
    {
      name: 'Prefer',
      in: 'header',
      description:
        `\`return=minimal\` for a response with only ${minimal.join(', ')}. \`fields\` takes precedence.` +
        tokensOf(minimal, 'return=minimal', claimTokens.minimal),
      schema: { type: 'string' },
    },
  ];
}

const eventStream = {
  schema: {
    type: 'string',
    description: 'Server-sent events: each has the id and the type of an Event, and the Event as its data.',
  },
};

/** Adds the parts that trpc-to-openapi cannot derive: callers, bounds of the body, headers, statuses and errors. */
function addDetails(documented: DocumentedOperation, operation: RestOperation): void {
  const { rest, access } = operation;
  const content = documented.responses['200']?.content;
  if (documented.requestBody) {
    const { schema = {} } = documented.requestBody.content['application/json'] ?? {};
    if (rest.method === 'PATCH') schema.minProperties = 1;
    documented.requestBody.required = rest.method === 'PATCH' || (schema.required ?? []).length > 0;
  }
  // Lists in a query are separated by commas: ids=a,b.
  const isList = (parameter: Parameter) => parameter.in === 'query' && parameter.schema.type === 'array';
  const own = documented.parameters?.map((each) => (isList(each) ? { ...each, explode: false } : each)) ?? [];
  // A POST with `read` has an ETag in its response, and is not conditional itself.
  const isConditional = rest.versioned === 'write' || (rest.versioned && rest.method === 'GET');
  documented.parameters = [
    ...own,
    ...projectionParameters(operation),
    ...(rest.method === 'POST' ? [idempotencyKey] : []),
    ...(rest.stream ? [lastEventId] : []),
    ...(rest.versioned && isConditional ? [conditionalHeaders[rest.versioned]] : []),
  ];
  documented.description = [rest.description, callersInWords(access)].filter(Boolean).join('\n\n');
  documented.responses = {
    ...successResponses(operation, rest.stream ? { ...content, 'text/event-stream': eventStream } : content),
    ...errorResponses(operation),
  } as DocumentedOperation['responses'];
}

const webhookHeader = (name: string, text: string) => ({
  name,
  in: 'header',
  required: true,
  description: text,
  schema: { type: 'string' },
});

/** The request that the service sends to an endpoint for each event. */
const eventWebhook = {
  operationId: 'receiveEvent',
  tags: ['Webhooks'],
  summary: 'Receive an event',
  description:
    'A POST to the URL of a webhook, at least once for each event, signed according to Standard Webhooks. Respond with ' +
    '2xx within 15 s; 410 disables the webhook, and any other response is retried. The service sends no credential.',
  security: [],
  parameters: [
    webhookHeader('webhook-id', 'The id of the delivery: the same on every attempt.'),
    webhookHeader('webhook-timestamp', 'When the attempt was made, as a Unix timestamp in seconds.'),
    webhookHeader(
      'webhook-signature',
      '`v1,…`: signature of id, timestamp and raw body. For a day after a rotation there are two, separated by a space.',
    ),
  ],
  requestBody: {
    required: true,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/WebhookPayload' } } },
  },
  responses: {
    '2XX': { description: 'The event was received.' },
    410: { description: 'The endpoint no longer accepts events. The webhook is disabled.' },
  },
};

/** Removes `additionalProperties: false`: responses may gain fields, and clients must accept them. */
function allowNewFields(schema: unknown): void {
  if (schema === null || typeof schema !== 'object') return;
  if ('additionalProperties' in schema && schema.additionalProperties === false) {
    delete schema.additionalProperties;
  }
  for (const part of Object.values(schema)) allowNewFields(part);
}

/** Turns the metadata that `open-api.ts` of the contracts adds to schemas into `$ref` and `x-extensible-enum`. */
function applyMetadata(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if ('x-documented-as' in value) return { $ref: `#/components/schemas/${value['x-documented-as']}` };
  if (!('x-extensible' in value && 'enum' in value)) return value;
  const { 'x-extensible': _, enum: values, ...schema } = value;
  return { ...schema, 'x-extensible-enum': values };
}
