import { beforeAll, describe, expect, it } from 'vitest';
import { type Reply, type TestAgent, type TestTeam, useApi } from '../harness.ts';
import { unknownId } from '../support/world.ts';
import { post, toolCall } from './support/messages.ts';

const api = useApi({ publicUrl: 'https://crew.example' });
const limited = useApi({ rateLimitPerMinute: 1 });

let team: TestTeam;
let agent: TestAgent;
beforeAll(async () => {
  team = await api().createTeam();
  agent = await api().createAgent(team);
});

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };

type Supported = { supported: string[]; requested: string };
type RpcError = { code: number; message: string; data?: { code?: string; requestId?: string } };

/** Expects an error of JSON-RPC that says what happened. */
function expectRpcError(reply: Reply, status: number, code: number): RpcError {
  expect(reply.status, reply.text).toBe(status);
  const { jsonrpc, error } = reply.body as { jsonrpc: string; error: RpcError };
  expect({ jsonrpc, code: error.code }, reply.text).toEqual({ jsonrpc: '2.0', code });
  expect(reply.headers.get('x-request-id')).toBeTruthy();
  return error;
}

const send = (options: Parameters<typeof post>[1]) => post(api(), { token: agent.token, ...options });

describe('401', () => {
  it.each([
    ['without a credential', undefined],
    ['with an unknown one', `cb_agent_${'A'.repeat(36)}`],
  ])('%s: says what to send, and names no authorization server', async (_, token) => {
    // Neither the type nor the size of the body matters before.
    const reply = await post(api(), {
      token,
      rawBody: '{',
      headers: { 'Content-Type': 'text/plain' },
    } as never);
    const { message, data } = expectRpcError(reply, 401, -32_000);
    expect(message).toMatch(/^UNAUTHENTICATED: .*Authorization: Bearer <token>/);
    expect(data).toMatchObject({ code: 'UNAUTHENTICATED', requestId: reply.headers.get('x-request-id') });
    expect(reply.headers.get('www-authenticate')).toBe('Bearer');
  });

  it('for the metadata of an authorization server there is a 404', async () => {
    const reply = await api().request('GET', '/.well-known/oauth-protected-resource/mcp');
    expect(reply.status).toBe(404);
  });
});

it.each(['GET', 'DELETE', 'PUT'])('405: there are no sessions, so that %s is no method', async (method) => {
  const reply = await api().request(method, '/mcp', { token: agent.token });
  expect(reply.status).toBe(405);
  expect(reply.headers.get('allow')).toBe('POST');
});

describe('a body', () => {
  const deep = `${'['.repeat(40)}${']'.repeat(40)}`;
  it.each([
    ['is empty', '', 400, -32_700],
    ['is no JSON', '{"jsonrpc":', 400, -32_700],
    ['is no object', '"text"', 400, -32_600],
    ['is a batch', `[${JSON.stringify(ping)},${JSON.stringify(ping)}]`, 400, -32_600],
    ['is nested too deep', `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":${deep}}}`, 400, -32_600],
    ['has too many values', `{"a":[${'1,'.repeat(10_000)}1]}`, 400, -32_600],
    ['has a key twice', '{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}', 400, -32_600],
    ['is large besides its arguments', JSON.stringify({ ...ping, id: 'x'.repeat(16_384) }), 400, -32_600],
    ['changes prototypes', '{"jsonrpc":"2.0","id":1,"method":"ping","__proto__":{}}', 400, -32_600],
    ['is larger than 1 MiB', JSON.stringify({ ...ping, method: 'x'.repeat(1_048_577) }), 413, -32_000],
  ] as const)('that %s is rejected', async (_, rawBody, status, code) => {
    const reply = await send({ rawBody, headers: { 'Content-Type': 'application/json' } });
    expect(expectRpcError(reply, status, code).message.length).toBeGreaterThan(20);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])(
    'of type %s is rejected',
    async (type) => {
      const reply = await send({ rawBody: JSON.stringify(ping), headers: { 'Content-Type': type } });
      expectRpcError(reply, 415, -32_000);
    },
  );

  it('with arguments that are no object is an error of the protocol', async () => {
    const body = { ...ping, method: 'tools/call', params: { name: 'get_me', arguments: [] } };
    expect((await send({ body })).text).toContain('-32602');
  });
});

describe('the version of the protocol', () => {
  it('400: one that nobody knows, with all that clients may use instead', async () => {
    const reply = await send({ body: ping, headers: { 'MCP-Protocol-Version': '1999-01-01' } });
    expect(reply.status).toBe(400);
    const { error, id } = reply.body as { id: unknown; error: { message: string; data: Supported } };
    expect({ id, ...error.data }).toEqual({
      id: 1,
      requested: '1999-01-01',
      supported: ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'],
    });
    for (const version of error.data.supported) expect(error.message).toContain(version);
    const versions = error.data.supported.slice(1);
    for (const version of versions)
      expect((await send({ body: ping, headers: { 'MCP-Protocol-Version': version } })).status).toBe(200);
  });

  it('400: one that a message names itself, with those that it may name, and all in the text', async () => {
    const _meta = { 'io.modelcontextprotocol/protocolVersion': '1999-01-01' };
    const { status, body } = await send({
      body: { ...ping, method: 'tools/list', params: { _meta } },
      headers: { 'MCP-Protocol-Version': '1999-01-01' },
    });
    expect(status).toBe(400);
    const { error } = body as { error: { message: string; data: Supported } };
    expect(error.data.supported).toEqual(['2026-07-28']);
    expect(error.message).toContain('2025-11-25');
  });

  it.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])('accepts %s', async (protocolVersion) => {
    const clientInfo = { name: 'old', version: '1' };
    const params = { protocolVersion, capabilities: {}, clientInfo };
    const { status, text, headers } = await send({ body: { ...ping, method: 'initialize', params } });
    expect(status).toBe(200);
    expect(text).toContain(`"protocolVersion":"${protocolVersion}"`);
    expect(headers.get('mcp-session-id')).toBeNull();
  });

  it('406: a client of these versions that accepts no stream', async () => {
    expect((await send({ body: ping, headers: { Accept: 'application/json' } })).status).toBe(406);
  });
});

describe('the Origin', () => {
  it.each(['https://evil.example', 'http://evil.example:4000', 'null', 'https://crew.example.evil.example'])(
    '403: of another site: %s',
    async (Origin) => {
      const reply = await send({ body: ping, headers: { Origin } });
      const { message, data } = expectRpcError(reply, 403, -32_000);
      expect(data).toMatchObject({ code: 'FORBIDDEN' });
      expect(message).toContain('Set PUBLIC_API_URL');
    },
  );

  it.each(['https://crew.example', 'http://localhost:6274', 'http://127.0.0.1:3000', 'http://[::1]:1'])(
    'of this service or this machine is accepted: %s',
    async (Origin) => {
      expect((await send({ body: ping, headers: { Origin } })).status).toBe(200);
    },
  );
});

it('an unknown method is another error than an unknown tool or an unknown id', async () => {
  const sent = [
    { ...ping, method: 'tasks/frobnicate' },
    toolCall('frobnicate'),
    toolCall('get_task', { taskId: unknownId }),
  ];
  const texts = await Promise.all(sent.map(async (body) => (await send({ body })).text));
  expect(texts[0]).toContain('Method not found');
  expect(texts[1]).toContain('Unknown tool: frobnicate. The tools are get_me');
  expect(texts[2]).toContain('There is nothing with this id in your team.');
});

it('a subscription ends at once: nothing can be subscribed to', async () => {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'listener', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const notifications = { toolsListChanged: true, resourceSubscriptions: ['crewboard://tasks/1'] };
  const body = { ...ping, method: 'subscriptions/listen', params: { _meta, notifications } };
  const headers = { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'subscriptions/listen' };
  const { status, text } = await send({ body, headers });
  expect(status, text).toBe(200);
  expect(text).toContain('"notifications":{}');
});

it('429: counts like any other request, and says when to try again', async () => {
  const { apiKey } = await limited().createTeam();
  expect((await post(limited(), { token: apiKey, body: toolCall('get_me') })).status).toBe(200);
  const reply = await post(limited(), { token: apiKey, body: toolCall('get_me') });
  expectRpcError(reply, 429, -32_000);
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
});
