import { METHODS } from 'node:http';
import { Agent, Task } from '@crewboard/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectBody, expectProblem, useApi } from '../harness.ts';
import { settle } from '../log/support/settle.ts';
import { checkEach, checkEachRejected } from '../support/check-each.ts';
import { type Crew, crew, tokenOf } from '../support/crew.ts';
import {
  freshPath,
  isMutation,
  kindFor,
  named,
  onePer,
  operations,
  routeOf,
  rowOf,
} from '../support/operations.ts';
import { exchange, type HeaderLines, httpRequest } from '../support/wire.ts';
import { unknownId } from '../support/world.ts';

const api = useApi();

let home: Crew;
beforeAll(async () => {
  home = await crew(api(), 'Home');
});

const json: HeaderLines = [['Content-Type', 'application/json']];
const megabyte = 1024 * 1024;
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];
const ownPages = ['/', '/livez', '/readyz', '/openapi.json', '/llms.txt', '/docs/errors'];

/** Every path of the service, and the methods that its operations declare. */
const declared = new Map<string, string[]>(ownPages.map((path) => [path, ['GET']]));
for (const { path, method } of operations) declared.set(path, [...(declared.get(path) ?? []), method]);
const paths = [...declared].map(([path, taken]) => ({ path, taken: [...taken].sort(), name: path }));

describe('404: an unknown route', () => {
  const unknown = [
    '/api',
    '/api/',
    '/api/nothing',
    '/api/tasks',
    '/api/teams',
    '/API/me',
    '/api/me/',
    '//api/me',
  ];
  const moreUnknown = ['/api/me/nothing', '/api/tasks/x/y/z', '/nothing', '/favicon.ico', '/docs/nothing'];
  it('with every method', async () => {
    for (const path of [...unknown, ...moreUnknown]) {
      for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS']) {
        const reply = await exchange(api().url, httpRequest(method, path));
        expect.soft(reply.status, `${method} ${path}`).toBe(404);
        expectProblem(reply, 404, 'NOT_FOUND');
      }
    }
  });

  it('with every body', async () => {
    const bodies: Record<string, [HeaderLines, string]> = {
      'broken JSON': [json, '{"a":'],
      'declared JSON that is empty': [json, ''],
      'a prototype key': [json, '{"__proto__":{"a":1}}'],
      text: [[['Content-Type', 'text/plain']], 'text'],
      'an unknown type': [[['Content-Type', 'application/x-unknown']], 'bytes'],
      'no type': [[], 'bytes'],
      'a malformed type': [[['Content-Type', '; ;']], 'bytes'],
    };
    await checkEach(bodies, async ([headers, body]) => {
      const reply = await exchange(api().url, httpRequest('POST', '/api/nothing', { headers, body }));
      expectProblem(reply, 404, 'NOT_FOUND');
    });
  });
});

it.each(paths)('405 and Allow for every other method: $name', async ({ path, taken }) => {
  const concrete = path.replace(/\{\w+\}/, unknownId);
  const allowed = taken.includes('GET') ? [...taken, 'HEAD'].sort() : taken;
  for (const method of methods.filter((one) => !taken.includes(one))) {
    const reply = await exchange(api().url, httpRequest(method, concrete));
    expect.soft(reply.status, method).toBe(405);
    expectProblem(reply, 405, 'METHOD_NOT_ALLOWED');
    expect(reply.headers.get('allow')?.split(', ').sort(), method).toEqual(allowed);
  }
  if (taken.includes('GET')) return;
  const head = await exchange(api().url, httpRequest('HEAD', concrete), true);
  expect(head.status).toBe(405);
  expect(head.headers.get('allow')).toBe(taken.join(', '));
});

it('405 or 404 for every other method that HTTP knows', async () => {
  const rare = METHODS.filter((method) => ![...methods, 'HEAD', 'CONNECT'].includes(method));
  for (const method of rare) {
    const known = await exchange(api().url, httpRequest(method, '/api/me'));
    expect.soft(`${method} ${known.status}`).toBe(`${method} 405`);
    const unknown = await exchange(api().url, httpRequest(method, '/api/nothing'));
    expect.soft(`${method} ${unknown.status}`).toBe(`${method} 404`);
  }
});

describe('responds to HEAD as to GET, without the body', () => {
  it('for every operation that reads', async () => {
    const reads = operations.filter((operation) => !isMutation(operation));
    const cases = Object.fromEntries(reads.map((operation) => [routeOf(operation), operation]));
    await checkEach(cases, async (operation) => {
      const fresh = await freshPath(api(), operation, home.team);
      // The log grows beside this: its first event stays.
      const isLog = operation.path.endsWith('/events');
      const path = isLog ? `${fresh}?limit=1` : fresh;
      if (isLog) await settle(api());
      const token = tokenOf(home, kindFor(operation));
      const get = await exchange(api().url, httpRequest('GET', path, { token }));
      const head = await exchange(api().url, httpRequest('HEAD', path, { token }), true);
      expect(head.status).toBe(200);
      expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
      expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'));
      expect(head.headers.get('x-request-id')).toBeTruthy();
    });
  });

  it('with its 401 and 404', async () => {
    const head = (token?: string) =>
      exchange(api().url, httpRequest('HEAD', `/api/tasks/${unknownId}`, { token }), true);
    expect((await head()).status).toBe(401);
    expect((await head(home.agent.token)).status).toBe(404);
  });
});

describe('413: bodies over 1 MiB', () => {
  const path = () => `/api/teams/${home.team.teamId}/agents`;
  const token = () => home.team.apiKey;
  /** A valid body followed by blanks. */
  const padded = (bytes: number) => JSON.stringify({ name: 'Padded' }).padEnd(bytes, ' ');
  const chunked = (body: string) => `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
  const inChunks: HeaderLines = [...json, ['Transfer-Encoding', 'chunked']];

  it('accepts a body of exactly 1 MiB', async () => {
    const sent = httpRequest('POST', path(), { token: token(), headers: json, body: padded(megabyte) });
    const reply = await exchange(api().url, sent);
    expect(reply.body).toMatchObject({ name: 'Padded' });
    expect(reply.status).toBe(201);
  });

  it('accepts a chunked body of exactly 1 MiB', async () => {
    const body = chunked(padded(megabyte));
    const reply = await exchange(
      api().url,
      httpRequest('POST', path(), { token: token(), headers: inChunks, body }),
    );
    expect(reply.status, reply.text).toBe(201);
  });

  it('rejects one byte more, and stores nothing', async () => {
    const before = await api().stored();
    const body = padded(megabyte + 1);
    const plain = httpRequest('POST', path(), { token: token(), headers: json, body });
    expectProblem(await exchange(api().url, plain), 413, 'PAYLOAD_TOO_LARGE');
    const pieces = httpRequest('POST', path(), { token: token(), headers: inChunks, body: chunked(body) });
    expectProblem(await exchange(api().url, pieces), 413, 'PAYLOAD_TOO_LARGE');
    expect(await api().stored()).toEqual(before);
  });

  it('rejects a declared length over 1 MiB without waiting for the body', async () => {
    for (const length of [megabyte + 1, 10_000_000_000, Number.MAX_SAFE_INTEGER]) {
      const headers: HeaderLines = [...json, ['Content-Length', String(length)]];
      const reply = await exchange(api().url, httpRequest('POST', path(), { token: token(), headers }));
      expectProblem(reply, 413, 'PAYLOAD_TOO_LARGE');
    }
  });
});

describe('414: long URLs', () => {
  const list = () => `/api/teams/${home.team.teamId}/tasks?cursor=`;
  const get = (path: string) => exchange(api().url, httpRequest('GET', path, { token: home.team.apiKey }));

  it('accepts a URL of exactly 8 KiB', async () => {
    expectProblem(await get(list().padEnd(8192, 'x')), 400, 'INVALID_CURSOR');
  });

  it('414: a query makes it longer than 8 KiB', async () => {
    for (const length of [8193, 12_000])
      expectProblem(await get(list().padEnd(length, 'x')), 414, 'URI_TOO_LONG');
    expectProblem(await get(`/api/me?${'%zz'.repeat(3_000)}`), 414, 'URI_TOO_LONG');
  });

  it('414: without a credential as well', async () => {
    const path = list().padEnd(9_000, 'x');
    expectProblem(await exchange(api().url, httpRequest('GET', path)), 414, 'URI_TOO_LONG');
  });
});

const unsupportedTypes: Record<string, HeaderLines> = {
  'text/plain': [['Content-Type', 'text/plain']],
  'a form': [['Content-Type', 'application/x-www-form-urlencoded']],
  multipart: [['Content-Type', 'multipart/form-data; boundary=x']],
  'bytes of any kind': [['Content-Type', 'application/octet-stream']],
  XML: [['Content-Type', 'application/xml']],
  'another JSON': [['Content-Type', 'application/merge-patch+json']],
  'text that says JSON': [['Content-Type', 'text/json']],
  'a name that begins like JSON': [['Content-Type', 'application/jsonp']],
  'JSON in another charset': [['Content-Type', 'application/json; charset=latin1']],
  'JSON in UTF-16': [['Content-Type', 'application/json; charset=utf-16']],
  'two types in one header': [['Content-Type', 'application/json, text/plain']],
  'no type': [],
  'an empty type': [['Content-Type', '']],
  'a malformed type': [['Content-Type', '; charset=utf-8']],
  'compressed JSON': [...json, ['Content-Encoding', 'gzip']],
  'JSON in an unknown encoding': [...json, ['Content-Encoding', 'br, gzip']],
};

// One operation with a required body, one with an optional body, one without a body.
const representatives = onePer(operations.filter(isMutation), (operation) => {
  const { body, needsBody } = rowOf(operation);
  return `${body !== undefined} ${needsBody}`;
});

it.each(named(representatives))('415 for every unsupported media type: $name', async ({ operation }) => {
  const path = await freshPath(api(), operation, home.team);
  const body = JSON.stringify(rowOf(operation).body?.(home.team) ?? {});
  const token = tokenOf(home, kindFor(operation));
  await checkEachRejected(api(), unsupportedTypes, async (headers) => {
    const reply = await exchange(api().url, httpRequest(operation.method, path, { token, headers, body }));
    expectProblem(reply, 415, 'UNSUPPORTED_MEDIA_TYPE');
  });
});

describe('application/json', () => {
  it.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
  ])('accepts %s', async (type) => {
    const headers = { 'Content-Type': type };
    const rawBody = '{"name":"Typed"}';
    const path = `/api/teams/${home.team.teamId}/agents`;
    const reply = await api().request('POST', path, { token: home.team.apiKey, headers, rawBody });
    expect(Agent.loose().parse(expectBody(reply, 201, Agent.loose())).name).toBe('Typed');
  });

  it('accepts a request without a body with and without Content-Type', async () => {
    for (const headers of [[], json, [...json, ['Content-Length', '0']] satisfies HeaderLines]) {
      const taskId = await api().createTask(home.team);
      for (const verb of ['claim', 'complete']) {
        const sent = httpRequest('POST', `/api/tasks/${taskId}/${verb}`, {
          token: home.agent.token,
          headers,
        });
        expectBody(await exchange(api().url, sent), 200, Task);
      }
    }
  });
});
