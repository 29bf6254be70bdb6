import { signWebToken, type WebClaims } from '@crewboard/app-secret';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { appSecret, expectProblem, type TestTeam, useApi } from '../harness.ts';
import { interceptQuery } from '../support/intercept-query.ts';
import { call, createPerson, sessionOf } from '../support/people.ts';
import { recordQueries, tokenLookUp } from '../support/record-queries.ts';
import { expectTrpcProblem } from '../support/trpc.ts';
import { type HeaderLines, httpRequest, Wire } from '../support/wire.ts';

const api = useApi();

let team: TestTeam;
let operator: string;
let number = 0;
beforeAll(async () => {
  team = await api().createTeam();
  operator = (await createKey()).apiKey;
});

const json: HeaderLines = [
  ['Content-Type', 'application/json'],
  ['Connection', 'close'],
];

const wires: Wire[] = [];
afterEach(() => {
  for (const wire of wires.splice(0)) wire.close();
});

type Member = { userId: string; claims: WebClaims };

async function createMember(role: 'owner' | 'member'): Promise<Member> {
  const { userId, email } = await createPerson(api(), team.teamId, role);
  return { userId, claims: { session: await sessionOf(api(), email), team: team.teamId } };
}

async function createKey(): Promise<{ id: string; apiKey: string }> {
  const { claims } = await createMember('owner');
  const input = { teamId: team.teamId, name: 'A key', expiresAt: null };
  return (await call(api(), ['mutation', 'apiKeys.create'], input, claims)).data as never;
}

/** Resolves when the next lookup of a credential is over. */
function lookedUp(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  interceptQuery(api().db, /token_hash = any|from sessions/, async (send) => {
    const found = await send();
    resolve();
    return found;
  });
  return promise;
}

/** Sends a request except its last byte; resolves when the credential has been accepted. */
async function begin(path: string, token: string, body: string, framing?: HeaderLines): Promise<Wire> {
  const wire = await Wire.open(api().url);
  wires.push(wire);
  const length: HeaderLines = framing ?? [['Content-Length', String(Buffer.byteLength(body))]];
  const headers: HeaderLines = [...json, ...length];
  const isLookedUp = lookedUp();
  const request = httpRequest('POST', path, { token, headers, body: framing ? chunk(body) : body });
  wire.send(request.subarray(0, -1));
  await isLookedUp;
  return wire;
}

/** The body as one chunk, and the end of the chunks. */
const chunk = (body: string) => `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n0\r\n\r\n`;

type Ending = { token: string; end: () => Promise<void> };

/** Streams of tRPC have no Content-Length: request the end of the connection. */
async function lastStatus(wire: Wire): Promise<number> {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(await wire.ended())?.[1]);
}

const asOperator = async (method: string, path: string, body?: unknown) =>
  expect((await api().request(method, path, { token: operator, body })).status).toBe(200);

/** Credentials, and how each of them ends. */
const endings: Record<string, () => Promise<Ending>> = {
  'the token of an agent is rotated': async () => {
    const { id, token } = await api().createAgent(team);
    return { token, end: () => asOperator('POST', `/api/agents/${id}/rotate-token`) };
  },
  'an agent is deactivated': async () => {
    const { id, token } = await api().createAgent(team);
    return { token, end: () => asOperator('PATCH', `/api/agents/${id}`, { status: 'inactive' }) };
  },
  'a key is revoked': async () => {
    const { claims } = await createMember('owner');
    const { id, apiKey } = await createKey();
    const revoke = () =>
      call(api(), ['mutation', 'apiKeys.revoke'], { teamId: team.teamId, keyId: id }, claims);
    return { token: apiKey, end: async () => void expect((await revoke()).status).toBe(200) };
  },
  'a session ends': async () => {
    const { claims } = await createMember('member');
    const signOut = () => call(api(), ['mutation', 'accounts.signOut'], undefined, claims);
    return {
      token: await signWebToken(appSecret, claims),
      end: async () => void expect((await signOut()).status).toBe(200),
    };
  },
};

const transports = {
  REST: () => `/api/teams/${team.teamId}/tasks`,
  tRPC: () => '/trpc/tasks.create',
};
type Transport = keyof typeof transports;

function taskBody(transport: Transport): { title: string; body: string } {
  number += 1;
  const title = `Slow ${number}`;
  const fields = { title, projectId: team.projectId };
  return {
    title,
    body: JSON.stringify(transport === 'REST' ? fields : { ...fields, teamId: team.teamId }),
  };
}

async function countTasks(title: string): Promise<number> {
  const { rowCount } = await api().db.pool.query('select from tasks where title = $1', [title]);
  return rowCount ?? 0;
}

const cases = Object.entries(endings).flatMap(([name, prepare]) =>
  (Object.keys(transports) as Transport[]).map((transport) => ({ name, transport, prepare })),
);

describe('responds with 401 and stores nothing when a credential ends before the last byte of the body', () => {
  it.each(cases)('$name ($transport)', async ({ transport, prepare }) => {
    const { token, end } = await prepare();
    const { title, body } = taskBody(transport);
    const wire = await begin(transports[transport](), token, body);
    await end();
    const reply = await wire.send(body.slice(-1)).reply();
    if (transport === 'REST') expectProblem(reply, 401, 'UNAUTHENTICATED');
    else expectTrpcProblem(reply, 401, 'UNAUTHENTICATED');
    expect(reply.headers.get('www-authenticate')).toBe('Bearer');
    expect(await countTasks(title)).toBe(0);
  });

  it('also for a chunked body', async () => {
    const { token, end } = await (endings['the token of an agent is rotated'] as () => Promise<Ending>)();
    const { title, body } = taskBody('REST');
    const framing: HeaderLines = [['Transfer-Encoding', 'chunked']];
    const wire = await begin(transports.REST(), token, body, framing);
    await end();
    expectProblem(await wire.send('\n').reply(), 401, 'UNAUTHENTICATED');
    expect(await countTasks(title)).toBe(0);
  });
});

it('applies a role change before the last byte of the body', async () => {
  const { userId, claims } = await createMember('member');
  const { title, body } = taskBody('tRPC');
  const wire = await begin(transports.tRPC(), await signWebToken(appSecret, claims), body);
  await api().db.pool.query(`update members set role = 'viewer' where user_id = $1`, [userId]);
  expect(await lastStatus(wire.send(body.slice(-1)))).toBe(403);
  expect(await countTasks(title)).toBe(0);
});

it('accepts a slow body while the credential remains valid', async () => {
  for (const transport of Object.keys(transports) as Transport[]) {
    const { token } = await api().createAgent(team);
    const { title, body } = taskBody(transport);
    const wire = await begin(transports[transport](), token, body);
    expect(await lastStatus(wire.send(body.slice(-1)))).toBe(transport === 'REST' ? 201 : 200);
    expect(await countTasks(title)).toBe(1);
  }
});

it.each(Object.keys(transports) as Transport[])(
  'checks the credential only once when the body is complete by then (%s)',
  async (transport) => {
    const { token } = await api().createAgent(team);
    const { body } = taskBody(transport);
    const queries = await recordQueries(api().db, tokenLookUp, async () => {
      const wire = await Wire.open(api().url);
      wires.push(wire);
      wire.send(httpRequest('POST', transports[transport](), { token, headers: json, body }));
      expect(await lastStatus(wire)).toBe(transport === 'REST' ? 201 : 200);
    });
    expect(queries).toHaveLength(1);
  },
);
