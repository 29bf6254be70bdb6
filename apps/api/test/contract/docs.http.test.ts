import { allOperations, EventType, errorCatalog, errorCodes, type Problem } from '@crewboard/contracts';
import { encode } from 'gpt-tokenizer/encoding/cl100k_base';
import { beforeAll, describe, expect, it } from 'vitest';
import { useApi } from '../harness.ts';
import { accepts, isMutation, operations, routeOf, rowOf, successesOf } from '../support/operations.ts';
import { exchange } from '../support/wire.ts';

const api = useApi();
const configured = useApi({ publicUrl: 'https://api.example/crew' });

type Json = Record<string, unknown>;
type Documented = {
  operationId: string;
  summary?: string;
  tags?: string[];
  parameters?: { name: string; in: string; required?: boolean; schema: Json }[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Json }> };
  responses: Record<string, Response | { $ref: string }>;
  security?: Json[];
};
type Response = { description: string; headers?: Json; content?: Record<string, { schema: Json }> };
type Document = {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, Documented>>;
  components: { schemas: Record<string, Json>; securitySchemes: Record<string, Json> };
  security?: Json[];
};

let document: Document;
beforeAll(async () => {
  document = (await api().request('GET', '/openapi.json')).body as Document;
});

/** The headers of an error, besides X-Request-Id. */
const errorHeaders: Record<string, string[]> = {
  401: ['WWW-Authenticate', 'Link'],
  405: ['Allow'],
  429: ['Retry-After', 'RateLimit-Policy', 'RateLimit'],
  503: ['Retry-After'],
};

const named = operations.map((operation) => ({ operation, name: routeOf(operation) }));
const documentedOf = ({ path, method }: { path: string; method: string }): Documented => {
  const found = document.paths[path]?.[method.toLowerCase()];
  if (!found) throw new Error(`The document lacks ${method} ${path}`);
  return found;
};

/** Every object in the document, with its path. */
function* objectsIn(value: unknown, at = '#'): Generator<[string, Json]> {
  if (value === null || typeof value !== 'object') return;
  if (!Array.isArray(value)) yield [at, value as Json];
  for (const [key, inner] of Object.entries(value)) yield* objectsIn(inner, `${at}/${key}`);
}

function resolve(reference: string): unknown {
  return reference
    .slice(2)
    .split('/')
    .reduce<unknown>((node, key) => (node as Json | undefined)?.[key], document);
}

const resolved = (response: Response | { $ref: string }): Response =>
  '$ref' in response ? (resolve(response.$ref) as Response) : response;

describe('GET /openapi.json', () => {
  it('is an OpenAPI 3.1 document, without a credential', async () => {
    const reply = await api().request('GET', '/openapi.json');
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toMatch(/^application\/json/);
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.info.title).toBe('Crewboard');
    expect(document.info.version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(document.components.securitySchemes).toMatchObject({ token: { type: 'http', scheme: 'bearer' } });
  });

  it('has exactly the operations of the app', () => {
    const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(documented.sort()).toEqual(operations.map(routeOf).sort());
  });

  it('has only references that resolve, and types every object with JSON Schema keywords', () => {
    const types = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'];
    for (const [at, object] of objectsIn(document)) {
      if (typeof object.$ref === 'string') {
        expect(object.$ref, at).toMatch(/^#\/components\//);
        expect(resolve(object.$ref), at).toBeTypeOf('object');
      }
      // A schema's type; `type` may also be the name of a property, whose value is an object.
      if (typeof object.type === 'string' && !at.includes('securitySchemes'))
        expect(types, at).toContain(object.type);
      if (Array.isArray(object.required) && typeof object.properties === 'object') {
        expect(Object.keys(object.properties as Json), at).toEqual(expect.arrayContaining(object.required));
      }
      expect(object, at).not.toHaveProperty('nullable');
    }
  });

  it('declares the Idempotency-Key of each POST and the header of its replay, and of nothing else', () => {
    for (const operation of operations) {
      const { parameters = [], responses } = documentedOf(operation);
      const key = parameters.find(({ name }) => name === 'Idempotency-Key');
      const { headers = {} } = resolved(responses[successesOf(operation)[0] ?? 200] as Response);
      const isPost = operation.method === 'POST';
      expect(Object.hasOwn(headers, 'Idempotency-Replayed'), routeOf(operation)).toBe(isPost);
      if (!isPost) expect(key, routeOf(operation)).toBeUndefined();
      else
        expect(key).toMatchObject({ in: 'header', schema: { type: 'string', minLength: 1, maxLength: 255 } });
      expect(key?.required ?? false).toBe(false);
    }
  });

  it('gives each operation a unique id, a summary and a tag', () => {
    const all = operations.map(documentedOf);
    expect(new Set(allOperations.map(({ operationId }) => operationId)).size).toBe(allOperations.length);
    expect(all.map(({ operationId }) => operationId)).toEqual(
      operations.map(({ operationId }) => operationId),
    );
    for (const { operationId } of allOperations) expect(operationId).toMatch(/^[a-z]+([A-Z][a-z]+)*$/);
    for (const { summary, tags, operationId } of all) {
      expect(summary, operationId).toBeTruthy();
      expect(tags, operationId).toHaveLength(1);
    }
  });

  it.each(named)('$name: parameters, body, success and errors', ({ operation }) => {
    const documented = documentedOf(operation);
    const { parameters = [], requestBody } = documented;
    const responses = Object.fromEntries(
      Object.entries(documented.responses).map(([status, response]) => [status, resolved(response)]),
    );
    const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const pathParameters = parameters.filter((parameter) => parameter.in === 'path');
    expect(pathParameters.map(({ name }) => name)).toEqual(inPath);
    for (const parameter of pathParameters) expect(parameter.required).toBe(true);

    const { fields: others = [], numbers = [], flags = [], lists = [] } = rowOf(operation);
    const fields = isMutation(operation) ? [...others, ...numbers, ...flags, ...lists] : [];
    const schema = requestBody?.content['application/json']?.schema;
    if (isMutation(operation) && fields.length > 0) {
      expect(Object.keys(schema?.properties as Json).sort()).toEqual(fields.sort());
      expect(requestBody?.required ?? false).toBe(rowOf(operation).needsBody ?? false);
    } else {
      expect(Object.keys((schema?.properties as Json | undefined) ?? {})).toEqual([]);
    }

    const success = Object.keys(responses).filter((status) => status.startsWith('2'));
    expect(success).toEqual(successesOf(operation).map(String));
    const content = responses[success[0] ?? '']?.content;
    if (success[0] === '204') expect(content).toBeUndefined();
    else expect(content?.['application/json']?.schema).toBeTypeOf('object');
    const isConditional = operation.rest.versioned !== undefined && !isMutation(operation);
    expect('304' in responses).toBe(isConditional);
    const errors = Object.entries(responses).filter(([status]) => Number(status) >= 400);
    for (const [status, { content, description, headers }] of errors) {
      expect(Object.keys(content ?? {})).toEqual(['application/problem+json']);
      expect(content?.['application/problem+json']?.schema).toEqual({ $ref: '#/components/schemas/Problem' });
      const codes = [...description.matchAll(/`([A-Z_]+)`:/g)].map(([, code]) => code as Problem['code']);
      expect(codes.length).toBeGreaterThan(0);
      const own = codes.includes('IDEMPOTENCY_IN_PROGRESS') ? ['Retry-After'] : errorHeaders[status];
      expect(Object.keys(headers ?? {})).toEqual(['X-Request-Id', ...(own ?? [])]);
      for (const code of codes) expect(errorCatalog[code].status).toBe(Number(status));
    }
    const statuses = errors.map(([status]) => status);
    const always = ['400', '401', '405', '408', '414', '429', '431', '500', '503'];
    expect(statuses).toEqual(expect.arrayContaining(always));
    if (inPath.length > 0) expect(statuses).toContain('404');
    if (isMutation(operation)) expect(statuses).toEqual(expect.arrayContaining(['413', '415']));
    if (!accepts(operation, 'key') || !accepts(operation, 'agent')) expect(statuses).toContain('403');
    if (/\/(claim|claim-next|heartbeat|fail|release|complete|test|redeliver|recover)$/.test(operation.path))
      expect(statuses).toContain('409');
    expect(JSON.stringify(documented.security ?? document.security)).toContain('token');
  });

  it('documents the query of list tasks with its limits', () => {
    const { parameters = [] } = documentedOf({ method: 'GET', path: '/api/teams/{teamId}/tasks' });
    const query = parameters.filter((parameter) => parameter.in === 'query');
    expect(query.map(({ name }) => name).sort()).toEqual([
      'agentId',
      'archived',
      'blockedBy',
      'claimable',
      'cursor',
      'externalId',
      'fields',
      'ids',
      'include',
      'limit',
      'memberId',
      'nextActor',
      'parentId',
      'projectId',
      'status',
      'wait',
      'waitFor',
    ]);
    expect(query.filter(({ required }) => required)).toEqual([]);
    const limit = query.find(({ name }) => name === 'limit');
    expect(limit?.schema).toMatchObject({ type: 'integer', minimum: 1, maximum: 100, default: 50 });
  });

  it('documents the codes of a Problem and the types of events as open lists', () => {
    const { properties } = document.components.schemas.Problem as { properties: { code: Json } };
    expect(properties.code).toMatchObject({ type: 'string', 'x-extensible-enum': errorCodes });
    expect(properties.code).not.toHaveProperty('enum');
    const { EventType: types } = document.components.schemas;
    expect(types).toMatchObject({ type: 'string', 'x-extensible-enum': EventType.options });
  });

  it('documents every type of event with its subject, in the log and in what webhooks receive', () => {
    for (const name of ['Event', 'WebhookPayload']) {
      const { discriminator } = document.components.schemas[name] as {
        discriminator: { propertyName: string; mapping: Record<string, string> };
      };
      expect(discriminator.propertyName).toBe('type');
      expect(Object.keys(discriminator.mapping).sort()).toEqual([...EventType.options].sort());
    }
  });

  it('documents one type of `eventTypes` for requests and responses', () => {
    const path = '/api/webhooks/{webhookId}';
    const { requestBody } = documentedOf({ method: 'PATCH', path });
    const { properties } = document.components.schemas.Webhook as { properties: Json };
    const sent = requestBody?.content['application/json']?.schema.properties as Json;
    expect(sent.eventTypes).toEqual({ $ref: '#/components/schemas/EventTypes' });
    expect(properties.eventTypes).toEqual(sent.eventTypes);
  });

  it('documents that a change names at least one field', () => {
    for (const operation of operations.filter(({ method }) => method === 'PATCH')) {
      const schema = documentedOf(operation).requestBody?.content['application/json']?.schema;
      expect(schema, operation.id).toMatchObject({ minProperties: 1, additionalProperties: false });
    }
  });
});

describe('GET /llms.txt', () => {
  it('has at most 6 KB and 1,500 tokens, what a worker needs, and the name of every operation', async () => {
    const { text } = await configured().request('GET', '/llms.txt');
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(6_000);
    expect(encode(text).length).toBeLessThanOrEqual(1_500);
    for (const part of [
      'claim-next',
      'heartbeat',
      'fail',
      'complete',
      'Idempotency-Key',
      'return=minimal',
      '/mcp',
      '/llms-full.txt',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain('cb_team_');
    const lines = text.slice(text.indexOf('## All operations')).matchAll(/^- (\w+): (.+)$/gm);
    const named = [...lines].flatMap(([, area, names = '']) =>
      names.split(', ').map((name) => `${area}.${name}`),
    );
    expect(named).toEqual(
      operations.map((operation) => operation.id + (accepts(operation, 'agent') ? '' : '*')),
    );
  });

  it('leads to a guide with every operation, every error, and the credentials', async () => {
    const reply = await api().request('GET', '/llms-full.txt');
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toMatch(/^text\/plain/);
    for (const operation of operations) expect(reply.text).toContain(routeOf(operation));
    for (const code of errorCodes) expect(reply.text).toContain(`${errorCatalog[code].status} ${code}`);
    expect(reply.text).toContain('Authorization: Bearer');
  });

  it('without a public URL names no host', async () => {
    for (const host of ['evil.example', 'a"; rm -rf ~; "', '$(reboot)', 'no such host', '<script>']) {
      for (const page of ['/llms.txt', '/llms-full.txt']) {
        const { text } = await exchange(api().url, `GET ${page} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
        expect(text).not.toContain(host);
        expect(text).toContain('Base URL: the URL of this page');
      }
    }
  });

  it('names the public URL in its address and example', async () => {
    const { text } = await configured().request('GET', '/llms.txt');
    expect(text).toContain('Base URL: https://api.example/crew\n');
    expect(text).toContain('BASE=https://api.example/crew\n');
  });
});

it.each(['/openapi.json', '/docs', '/docs/errors', '/llms.txt', '/llms-full.txt', '/livez', '/readyz'])(
  '%s has X-Request-Id, like every response',
  async (path) => {
    expect((await api().request('GET', path)).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  },
);
