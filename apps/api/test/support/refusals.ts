import { expect, it } from 'vitest';
import { expectProblem, type Reply, type TestAgent, type TestApi } from '../harness.ts';
import { expectRefusal } from './log.ts';
import { createWorld, rotateToken, setAgentStatus, unknownId, type World } from './world.ts';

/** One documented operation, as far as its refusals are those of every operation. */
export type Operation = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** The path for the id of its target (or of the team in it). */
  path: (id: string) => string;
  /** The target in a team, ready to be used. Absent for a path without an id. */
  target?: (api: TestApi, world: World) => Promise<string> | string;
  /** Which credentials may use it. */
  caller: 'any' | 'key' | 'agent';
  /** A body that would be accepted. Absent for GET. */
  body?: (world: World) => Record<string, unknown>;
};

export type Prepared = {
  world: World;
  token: string;
  targetId: string;
  /** The request with what stands in `options` instead of what would be accepted. */
  send: (options?: {
    token?: string | undefined;
    id?: string;
    query?: string;
    body?: unknown;
    rawBody?: string | Uint8Array<ArrayBuffer>;
    headers?: Record<string, string>;
  }) => Promise<Reply>;
};

/** A world in which the operation would succeed. */
export async function prepare(api: TestApi, operation: Operation): Promise<Prepared> {
  const world = await createWorld(api);
  const targetId = (await operation.target?.(api, world)) ?? '';
  const acceptable = operation.caller === 'agent' ? world.ada.token : world.team.apiKey;
  return {
    world,
    token: acceptable,
    targetId,
    send: ({ id = targetId, query = '', ...options } = {}) => {
      const body = 'body' in options || 'rawBody' in options ? {} : { body: operation.body?.(world) };
      return api.request(operation.method, `${operation.path(id)}${query}`, {
        token: acceptable,
        ...body,
        ...options,
      });
    },
  };
}

/** The headers of requests whose credential proves nothing. */
async function uselessCredentials(api: TestApi, { team, ada, bob }: World): Promise<Record<string, string>> {
  const [revoked, expired] = [await api.createTeam('Revoked'), await api.createTeam('Expired')];
  await api.db.pool.query('update api_keys set revoked_at = now() where team_id = $1', [revoked.teamId]);
  await api.db.pool.query(`update api_keys set expires_at = now() - interval '1 second' where team_id = $1`, [
    expired.teamId,
  ]);
  const inactive: TestAgent = await api.createAgent(team, 'Inactive');
  await setAgentStatus(api, team, inactive.id, 'inactive');
  await rotateToken(api, team, bob.id);
  const wrongEnd = ada.token.endsWith('0') ? '1' : '0';
  return {
    'an empty header': '',
    'the scheme alone': 'Bearer',
    'another scheme': `Basic ${Buffer.from(`${team.apiKey}:`).toString('base64')}`,
    'a token without the scheme': team.apiKey,
    'two tokens': `Bearer ${team.apiKey} ${ada.token}`,
    'a token of no kind': 'Bearer crewboard',
    'a wrong checksum': `Bearer ${ada.token.slice(0, -1)}${wrongEnd}`,
    'a shortened token': `Bearer ${team.apiKey.slice(0, -1)}`,
    'the token of another kind of prefix': `Bearer ${ada.token.replace('cb_agent_', 'cb_team_')}`,
    'a rotated token': `Bearer ${bob.token}`,
    'the token of an inactive agent': `Bearer ${inactive.token}`,
    'a revoked key': `Bearer ${revoked.apiKey}`,
    'an expired key': `Bearer ${expired.apiKey}`,
  };
}

/** What is the same in each of several refusals: all but the id of the request. */
const apartFromRequestId = (reply: Reply) => ({ ...(reply.body as object), requestId: '' });

/** The refusals that every operation has, each shown to store nothing. */
export function itRefuses(api: () => TestApi, operation: Operation): void {
  it('401: no, malformed, unknown, rotated, revoked and expired credentials and those of inactive agents', async () => {
    const { world, send } = await prepare(api(), operation);
    const headers = await uselessCredentials(api(), world);
    const before = await api().stored();
    const replies = [await send({ token: undefined })];
    for (const authorization of Object.values(headers)) {
      replies.push(await send({ token: undefined, headers: { Authorization: authorization } }));
    }
    for (const reply of replies) {
      expectProblem(reply, 401, 'UNAUTHENTICATED');
      expect(reply.headers.get('www-authenticate')).toMatch(/^Bearer\b/);
    }
    expect(await api().stored()).toEqual(before);
  });

  it('405: the path with another method, told with Allow before the credential is looked at', async () => {
    const { send, targetId } = await prepare(api(), operation);
    expect((await send()).status).toBeLessThan(300);
    const reply = await api().request('PUT', operation.path(targetId), { token: undefined });
    expectProblem(reply, 405, 'METHOD_NOT_ALLOWED');
    expect(reply.headers.get('allow')?.split(', ')).toContain(operation.method);
  });

  it('400: an unknown query parameter is named', async () => {
    const { send } = await prepare(api(), operation);
    const problem = await expectRefusal(api(), 400, 'VALIDATION_ERROR', () => send({ query: '?colour=red' }));
    expect(problem.errors?.map((error) => error.path)).toEqual(['colour']);
  });

  if (operation.target) itHidesOtherTeams(api, operation, operation.target);
  if (operation.caller !== 'any') itNeedsTheOtherKind(api, operation);
}

function itHidesOtherTeams(
  api: () => TestApi,
  operation: Operation,
  target: NonNullable<Operation['target']>,
): void {
  it('404: unknown and malformed ids and those of another team get one identical answer', async () => {
    const { send } = await prepare(api(), operation);
    const theirs = await target(api(), await createWorld(api()));
    const before = await api().stored();
    const malformed = ['x', '0', 'a.b', "'--", '%00', '🚀'];
    const replies: Reply[] = [];
    for (const id of [unknownId, theirs, ...malformed]) replies.push(await send({ id }));
    for (const reply of replies) {
      expectProblem(reply, 404, 'NOT_FOUND');
      expect(apartFromRequestId(reply)).toEqual(apartFromRequestId(replies[0] as Reply));
    }
    expect(await api().stored()).toEqual(before);
  });

  it('404: an id that is too long or cannot be decoded gets that same answer', async () => {
    const { send } = await prepare(api(), operation);
    const before = await api().stored();
    const unknown = await send({ id: unknownId });
    for (const id of ['x'.repeat(101), 'x'.repeat(5000), '%ZZ', '%E0%A4', '%']) {
      const reply = await send({ id });
      expectProblem(reply, 404, 'NOT_FOUND');
      expect(apartFromRequestId(reply)).toEqual(apartFromRequestId(unknown));
    }
    expect(await api().stored()).toEqual(before);
  });
}

function itNeedsTheOtherKind(api: () => TestApi, operation: Operation): void {
  const [code, kind] =
    operation.caller === 'key'
      ? (['TEAM_API_KEY_REQUIRED', 'an agent token'] as const)
      : (['AGENT_TOKEN_REQUIRED', 'a team API key'] as const);
  it(`403: ${kind} may not do this, whatever the target and the body are`, async () => {
    const { world, send } = await prepare(api(), operation);
    const other = await createWorld(api());
    const theirs = operation.target && (await operation.target(api(), other));
    const token = operation.caller === 'key' ? world.ada.token : world.team.apiKey;
    const before = await api().stored();
    const replies = [
      await send({ token }),
      await send({ token, id: unknownId }),
      await send({ token, id: theirs }),
      await send({ token, query: '?unknown=1' }),
    ];
    if (operation.method !== 'GET') {
      replies.push(
        await send({ token, rawBody: '{', headers: { 'Content-Type': 'application/json' } }),
        await send({ token, rawBody: '{}', headers: { 'Content-Type': 'text/plain' } }),
        await send({ token, body: { unknown: 1 } }),
      );
    }
    for (const reply of replies) {
      expectProblem(reply, 403, code);
      expect(apartFromRequestId(reply)).toEqual(apartFromRequestId(replies[0] as Reply));
    }
    expect(await api().stored()).toEqual(before);
  });
}
