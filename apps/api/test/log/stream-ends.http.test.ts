import type { Problem } from '@crewboard/contracts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createApiKey } from '../../src/features/api-keys/create-api-key.ts';
import { revokeApiKey } from '../../src/features/api-keys/revoke-api-key.ts';
import { type TestApi, useApi } from '../harness.ts';
import { expireIn } from '../support/expiry.ts';
import { call, password, signIn } from '../support/people.ts';
import { createWorld, rotateToken, setAgentStatus, type World } from '../support/world.ts';
import { closeStreams, EventStream, openStream, request } from './support/event-stream.ts';
import { type SignedIn, signedIn, webToken } from './support/people.ts';

const api = useApi();
/** Much longer than the second of the service, for a busy machine, and much shorter than a hang. */
const maxEndDelayMs = 60_000;

/** A second process. */
let replica: TestApi;
beforeAll(async () => {
  replica = await api().replica();
});
afterAll(() => replica.close());

let world: World;
beforeEach(async () => {
  world = await createWorld(api());
});
afterEach(closeStreams);

/** Expects a stream to end on each of two processes, while another one continues. */
async function expectEnds(token: string, kill: () => Promise<unknown>): Promise<void> {
  const other = await openStream(api(), world.team.teamId, { token: world.team.apiKey });
  const streams = [
    await openStream(api(), world.team.teamId, { token }),
    await openStream(replica, world.team.teamId, { token }),
  ];
  await kill();
  for (const stream of streams) {
    await stream.expectEnd(maxEndDelayMs);
    expect(stream.end).toBe('by the server');
    expect(stream.problem).toMatchObject({
      status: 401,
      code: 'UNAUTHENTICATED',
    } satisfies Partial<Problem>);
  }
  await api().createTask(world.team);
  await vi.waitFor(() => expect(other.events.at(-1)?.type).toBe('task.created'), { timeout: 60_000 });
  expect(other.end).toBeUndefined();
  for (const stream of streams) expect(stream.events.map(({ type }) => type)).not.toContain('task.created');
}

const createKey = async () => {
  const actor = { kind: 'system', id: null, teamId: world.team.teamId } as const;
  const ctx = { db: api().db, actor, requestId: null };
  const key = await createApiKey({ ctx, input: { name: 'Second', expiresAt: null } });
  return { ...key, revoke: () => revokeApiKey({ ctx, input: { keyId: key.id } }) };
};

describe('a stream ends with its credential, on every process, with the reason', () => {
  it('when the token of the agent is rotated', async () => {
    await expectEnds(world.ada.token, () => rotateToken(api(), world.team, world.ada.id));
  });

  it('when its token expires', async () => {
    await expectEnds(world.ada.token, () => expireIn(api().db.pool, 'agents', world.ada.id, '0'));
  });

  it('when the grace after a rotation is over, and not before', async () => {
    const path = `/api/agents/${world.ada.id}/rotate-token`;
    await expectEnds(world.ada.token, async () => {
      const opened = await openStream(api(), world.team.teamId, { token: world.ada.token });
      const bob = await openStream(api(), world.team.teamId, { token: world.bob.token });
      await api().request('POST', path, { token: world.team.apiKey, body: { graceSeconds: 3_600 } });
      // The checks that end Bob's stream come after the rotation, and leave this one open.
      await setAgentStatus(api(), world.team, world.bob.id, 'inactive');
      await bob.expectEnd(maxEndDelayMs);
      expect(opened.end).toBeUndefined();
      await api().db.pool.query('update agents set previous_token_until = now() where id = $1', [
        world.ada.id,
      ]);
    });
  });

  it('when the agent is deactivated', async () => {
    await expectEnds(world.ada.token, () => setAgentStatus(api(), world.team, world.ada.id, 'inactive'));
  });

  it('when the key is revoked', async () => {
    const key = await createKey();
    await expectEnds(key.apiKey, key.revoke);
  });

  it('when the key expires', async () => {
    const key = await createKey();
    await expectEnds(key.apiKey, () =>
      api().db.pool.query('update api_keys set expires_at = now() where id = $1', [key.id]),
    );
  });

  it('not when keys and agents are renamed', async () => {
    const stream = await openStream(api(), world.team.teamId, { token: world.ada.token });
    await api().request('PATCH', `/api/agents/${world.ada.id}`, {
      token: world.team.apiKey,
      body: { name: 'Ada II' },
    });
    const bob = await openStream(api(), world.team.teamId, { token: world.bob.token });
    await setAgentStatus(api(), world.team, world.bob.id, 'inactive');
    await bob.expectEnd(maxEndDelayMs);
    expect(stream.end).toBeUndefined();
  });
});

/** The stream that a dashboard follows. */
async function follow(on: TestApi, who: SignedIn): Promise<EventStream> {
  const input = encodeURIComponent(JSON.stringify({ teamId: who.team }));
  const response = await request(`${on.url}/trpc/events.follow?input=${input}`, {
    Accept: 'text/event-stream',
    Authorization: `Bearer ${await webToken(who)}`,
  });
  const stream = new EventStream(response);
  expect(stream.status).toBe(200);
  await vi.waitFor(() => expect(stream.text).toContain('connected'), { timeout: 60_000 });
  return stream;
}

function expectReason(stream: EventStream): void {
  expect(stream.end).toBe('by the server');
  expect(stream.text).toContain('serialized-error');
  expect(stream.text).toMatch(/"code":"(UNAUTHENTICATED|FORBIDDEN)".*"detail":"[^"]+(ended|changed)/);
}

describe('the stream of a dashboard ends within about a second', () => {
  it.each<[string, (who: SignedIn) => [string, unknown[]]]>([
    [
      'the session expires',
      ({ session }) => ['update sessions set expires_at = now() where id = $1', [session]],
    ],
    [
      'the member becomes an owner',
      ({ userId, team }) => [
        `update members set role = 'owner' where user_id = $1 and team_id = $2`,
        [userId, team],
      ],
    ],
  ])('when %s, and says so', async (_, change) => {
    const [who, other] = [
      await signedIn(api(), world.team.teamId, 'admin'),
      await signedIn(api(), world.team.teamId, 'admin'),
    ];
    const [stream, stays] = [await follow(api(), who), await follow(api(), other)];
    await api().db.pool.query(...change(who));
    await stream.expectEnd(maxEndDelayMs);
    expectReason(stream);
    expect(stays.end).toBeUndefined();
    stays.close();
  });
});

describe('the stream of a dashboard ends within about a second of losing its permission', () => {
  const as = ({ session, team }: SignedIn) => ({ session, team });
  const setRole = (who: SignedIn, by: SignedIn) =>
    call(
      api(),
      ['mutation', 'members.setRole'],
      { teamId: who.team, userId: who.userId, role: 'viewer' },
      as(by),
    );

  it.each<[string, (who: SignedIn, owner: SignedIn) => Promise<{ status: number }>]>([
    ['a demotion', setRole],
    [
      'a removal',
      (who, owner) =>
        call(api(), ['mutation', 'members.remove'], { teamId: who.team, userId: who.userId }, as(owner)),
    ],
    ['leaving', (who) => call(api(), ['mutation', 'members.leave'], { teamId: who.team }, as(who))],
    [
      'a revocation of the session',
      (who) => call(api(), ['mutation', 'accounts.revokeSession'], { sessionId: who.session }, as(who)),
    ],
    [
      'a change of the password',
      async ({ email }) => {
        const { data } = await signIn(api(), email);
        const input = { currentPassword: password, newPassword: 'another-battery' };
        const { sessionId } = data as { sessionId: string };
        return call(api(), ['mutation', 'accounts.changePassword'], input, { session: sessionId });
      },
    ],
  ])('%s, on every process', async (_, end) => {
    const [who, owner] = [
      await signedIn(api(), world.team.teamId, 'admin'),
      await signedIn(api(), world.team.teamId, 'owner'),
    ];
    const streams = [await follow(api(), who), await follow(replica, who)];
    const stays = await follow(api(), owner);
    expect((await end(who, owner)).status).toBe(200);
    for (const stream of streams) {
      await stream.expectEnd(maxEndDelayMs);
      expectReason(stream);
    }
    expect(stays.end).toBeUndefined();
    stays.close();
  });
});
