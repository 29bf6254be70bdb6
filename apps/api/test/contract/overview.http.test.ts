import { createHash } from 'node:crypto';
import { build } from '@crewboard/build-info';
import { Problem } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { expectProblem, useApi } from '../harness.ts';
import { post } from '../mcp/support/messages.ts';
import { createWorld } from '../support/world.ts';

const api = useApi();
const configured = useApi({ publicUrl: 'https://api.example/crew' });

const overview = { product: 'Crewboard', version: build.version };
const get = (accept?: string, method = 'GET') =>
  api().request(method, '/', { headers: accept === undefined ? {} : { Accept: accept } });

describe('GET /', () => {
  it.each([
    undefined,
    '*/*',
    'application/json',
    'application/json, text/html',
    'image/png',
    '"'.repeat(9_000),
  ])('names the product, its version and where to go on, as JSON: Accept %.30s', async (accept) => {
    const { status, headers, body } = await get(accept);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('vary')).toBe('Accept, Accept-Encoding');
    expect(body).toEqual({
      ...overview,
      ...{ llms: '/llms.txt', openapi: '/openapi.json', docs: '/docs', mcp: '/mcp' },
    });
  });

  it('is a page for browsers, which loads nothing and links to the same', async () => {
    const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8';
    const { status, headers, text } = await get(browser);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('vary')).toBe('Accept, Accept-Encoding');
    for (const path of ['/llms.txt', '/openapi.json', '/docs', '/mcp'])
      expect(text).toContain(`<a href="${path}"><code>${path}</code></a>`);
    expect(text).toContain(`Version ${build.version}`);
    expect(text).not.toMatch(/<(script|img|link)|style=/);
    const style = /<style>([^<]*)<\/style>/.exec(text)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
    expect(headers.get('content-security-policy')).toContain(`style-src 'sha256-${hash}'`);
  });

  it('has paths that exist', async () => {
    const { body } = await get();
    const { product: _, version: __, mcp, ...pages } = body as Record<string, string>;
    for (const path of Object.values(pages)) expect((await fetch(`${api().url}${path}`)).status).toBe(200);
    expect((await api().request('POST', mcp ?? '')).status).toBe(401);
  });

  it('names the public URL', async () => {
    const { body } = await configured().request('GET', '/');
    expect(body).toMatchObject({
      llms: 'https://api.example/crew/llms.txt',
      mcp: 'https://api.example/crew/mcp',
    });
  });

  it('responds to HEAD with the same headers, and to other methods with 405', async () => {
    for (const accept of ['*/*', 'text/html']) {
      const [whole, head] = await Promise.all(
        ['GET', 'HEAD'].map((method) => fetch(`${api().url}/`, { method, headers: { Accept: accept } })),
      );
      expect([head?.status, await head?.text()]).toEqual([200, '']);
      for (const name of ['content-type', 'etag', 'content-security-policy', 'cache-control', 'vary'])
        expect(head?.headers.get(name), name).toBe(whole?.headers.get(name));
    }
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const reply = await get(undefined, method);
      expectProblem(reply, 405, 'METHOD_NOT_ALLOWED');
      expect(reply.headers.get('allow')).toBe('GET, HEAD');
    }
  });
});

describe('a 401 links to the guide for agents', () => {
  const help = '</llms.txt>; rel="help"';

  it.each(['', 'cb_agent_wrong', `cb_agent_${'a'.repeat(36)}`])('over REST and MCP: %s', async (token) => {
    const { team } = await createWorld(api());
    for (const [method, path] of [
      ['GET', '/api/me'],
      ['GET', `/api/teams/${team.teamId}/events`],
      ['POST', `/api/teams/${team.teamId}/tasks/claim-next`],
    ] as const) {
      const reply = await api().request(method, path, { token });
      expectProblem(reply, 401, 'UNAUTHENTICATED');
      expect(reply.headers.get('link')).toBe(help);
    }
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const reply = await post(api(), { token, body });
    expect([reply.status, reply.headers.get('link')]).toEqual([401, help]);
  });

  it('at its public URL, and no other error does', async () => {
    const reply = await configured().request('GET', '/api/me');
    expect(reply.headers.get('link')).toBe('<https://api.example/crew/llms.txt>; rel="help"');
    const other = await configured().request('GET', '/api/nothing');
    expect(Problem.parse(other.body).code).toBe('NOT_FOUND');
    expect(other.headers.has('link')).toBe(false);
  });
});
