import { describe, expect, it } from 'vitest';
import { type Reply, useApi } from '../harness.ts';
import { checkEachRejected } from '../support/check-each.ts';
import { useCrews } from '../support/crew.ts';
import { callTrpc, dataOf, expectTrpcProblem } from '../support/trpc.ts';
import { invalidBodies } from './support/invalid-bodies.ts';

const api = useApi();

const crews = useCrews(api);

// Access without a credential, and by each kind of caller, is tested in members/roles and members/other-teams.
it.each([
  ['query', 'tasks.list'],
  ['mutation', 'tasks.create'],
  ['subscription', 'events.follow'],
] as const)('a %s rejects every dead credential with 401 and stores nothing', async (type, name) => {
  await checkEachRejected(api(), { none: undefined, ...crews.dead }, async (token) => {
    const reply = await callTrpc(api(), type, name, { token, input: { teamId: crews.home.team.teamId } });
    // A stream sends the error in its first message: browsers hide other statuses from scripts.
    expect(reply.status, reply.text).toBe(type === 'subscription' ? 200 : 401);
    expect(reply.text).toContain('UNAUTHENTICATED');
  });
});

describe('accepts only JSON: browsers send other types cross-site', () => {
  const form = new URLSearchParams({ name: 'From a form' }).toString();
  const boundary = '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nFrom a form\r\n--x--\r\n';
  const bodies: [type: string | undefined, body: string][] = [
    ['multipart/form-data; boundary=x', boundary],
    ['application/x-www-form-urlencoded', form],
    ['application/octet-stream', '{"name":"From bytes"}'],
    ['text/plain', '{"name":"From text"}'],
    ['text/plain; charset=application/json', '{"name":"From text"}'],
    ['text/html', '{"name":"From a page"}'],
    ['application/jsonp', '{"name":"From a script"}'],
    ['application/json; charset=latin1', '{"name":"From the past"}'],
    [undefined, '{"name":"From nothing"}'],
  ];

  it.each(bodies)('rejects %s and runs nothing', async (type, text) => {
    const before = await api().stored();
    const body = text.replace('{', `{"teamId":"${crews.home.team.teamId}",`);
    const rawBody = new Uint8Array(Buffer.from(body));
    for (const path of ['/trpc/agents.create', '/trpc/agents.create?batch=1', '/trpc/agents.rotateToken']) {
      const headers: Record<string, string> = type ? { 'Content-Type': type } : {};
      const reply = await api().request('POST', path, { token: crews.home.team.apiKey, headers, rawBody });
      expect(reply.status, reply.text).toBe(415);
    }
    expect(await api().stored()).toEqual(before);
  });

  it('does not run a mutation by GET', async () => {
    const before = await api().stored();
    const input = encodeURIComponent(JSON.stringify({ teamId: crews.home.team.teamId, name: 'By GET' }));
    for (const more of ['', '&_method=POST', '&method=POST']) {
      const path = `/trpc/agents.create?input=${input}${more}`;
      const headers = { 'X-HTTP-Method-Override': 'POST' };
      const reply = await api().request('GET', path, { token: crews.home.team.apiKey, headers });
      expectTrpcProblem(reply, 405, 'METHOD_NOT_ALLOWED');
    }
    expect(await api().stored()).toEqual(before);
  });
});

describe('limit is a number, before and after a REST request with the same limit', () => {
  const rejected = ['12', '', null, 'false', false, true, '1', [12], {}, 1.5, 0, 101, -1];
  const list = (limit: unknown): Promise<Reply> =>
    callTrpc(api(), 'query', 'tasks.list', {
      token: crews.home.team.apiKey,
      input: { teamId: crews.home.team.teamId, limit },
    });
  const expectAllRejected = async () => {
    for (const limit of rejected) expectTrpcProblem(await list(limit), 400, 'VALIDATION_ERROR');
    expect(dataOf(await list(12))).toEqual(expect.any(Array));
  };

  it('requests never change the schemas', async () => {
    await expectAllRejected();
    const path = `/api/teams/${crews.home.team.teamId}/tasks`;
    for (const limit of ['12', '1', '100']) {
      const reply = await api().request('GET', `${path}?limit=${limit}`, { token: crews.home.team.apiKey });
      expect(reply.status).toBe(200);
    }
    for (const limit of ['', 'false', 'null']) {
      const reply = await api().request('GET', `${path}?limit=${limit}`, { token: crews.home.team.apiKey });
      expect(reply.status).toBe(400);
    }
    await expectAllRejected();
  });
});

it('rejects every invalid body with 400 and an error of the closed list, and stores nothing', async () => {
  const good = { teamId: crews.home.team.teamId, name: 'A name' };
  const before = await api().stored();
  const wrong: string[] = [];
  for (const { name, bytes } of invalidBodies({
    good,
    fields: ['name', 'description'],
  })) {
    const headers = { 'Content-Type': 'application/json' };
    const reply = await api().request('POST', '/trpc/agents.create', {
      token: crews.home.team.apiKey,
      headers,
      rawBody: bytes,
    });
    const code = /"code":"(VALIDATION_ERROR|MALFORMED_JSON)"/.exec(reply.text)?.[1];
    if (reply.status !== 400 || !code) wrong.push(`${name}: ${reply.status} ${reply.text.slice(0, 200)}`);
  }
  expect(wrong.join('\n')).toBe('');
  expect(await api().stored()).toEqual(before);
});

it('rejects every invalid input of a query, never with a 5xx', async () => {
  const inputs = [
    '',
    '{',
    'null',
    '[]',
    '"x"',
    '5',
    '%',
    '%zz',
    '%00',
    '%ff',
    '{"__proto__":{}}',
    '{"teamId":{"$ne":1}}',
  ];
  for (const input of [...inputs, '['.repeat(2_000), `{"teamId":"${'x'.repeat(2_000)}"}`]) {
    const reply = await api().request('GET', `/trpc/tasks.list?input=${input}`, {
      token: crews.home.team.apiKey,
    });
    expect([400, 404], `${input}: ${reply.text}`).toContain(reply.status);
  }
});

it('rejects a body over 1 MiB', async () => {
  const body = { teamId: crews.home.team.teamId, name: 'x'.repeat(1024 * 1024) };
  const reply = await api().request('POST', '/trpc/agents.create', { token: crews.home.team.apiKey, body });
  expect(reply.status).toBe(413);
  expect(reply.text).toContain('PAYLOAD_TOO_LARGE');
});

describe('batches', () => {
  const batch = (calls: number) => {
    const names = Array.from({ length: calls }, () => 'teams.me').join(',');
    return api().request('GET', `/trpc/${names}?batch=1&input=%7B%7D`, { token: crews.home.team.apiKey });
  };

  it('runs 10 calls', async () => {
    const reply = await batch(10);
    expect(reply.status, reply.text).toBe(200);
    expect(reply.body).toHaveLength(10);
  });

  it.each([11, 100, 500])('rejects %s calls', async (calls) => {
    expectTrpcProblem(await batch(calls), 400, 'VALIDATION_ERROR');
  });

  it.each(['GET', 'POST'])('rejects several calls by %s without a credential', async (method) => {
    const reply = await api().request(method, '/trpc/system.status,system.status?batch=1&input=%7B%7D');
    expectTrpcProblem(reply, 401, 'UNAUTHENTICATED');
    expect((await api().request('GET', '/trpc/system.status?batch=1&input=%7B%7D')).status).toBe(200);
  });

  it('rejects 11 mutations and runs none of them', async () => {
    const before = await api().stored();
    const names = Array.from({ length: 11 }, () => 'agents.create').join(',');
    const inputs = Array.from({ length: 11 }, (_, index) => [
      index,
      { teamId: crews.home.team.teamId, name: 'One of 11' },
    ]);
    const body = Object.fromEntries(inputs);
    const reply = await api().request('POST', `/trpc/${names}?batch=1`, {
      token: crews.home.team.apiKey,
      body,
    });
    expect(reply.status, reply.text).toBeGreaterThanOrEqual(400);
    expect(await api().stored()).toEqual(before);
  });
});
