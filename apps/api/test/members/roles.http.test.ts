import type { WebClaims } from '@crewboard/app-secret';
import { allOperations, type MemberRole } from '@crewboard/contracts';
import { newId } from '@crewboard/db';
import { beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '../../src/features/api-keys/create-api-key.ts';
import { appRouter } from '../../src/trpc/router.ts';
import { type TestTeam, useApi } from '../harness.ts';
import { call, createPerson, password } from '../support/people.ts';
import { createDelivery, nowhere } from '../support/webhooks.ts';
import { type Caller, callers, managers, mayCall } from './support/who-may-call.ts';

const api = useApi();

type Target = {
  team: TestTeam;
  taskId: string;
  commentId: string;
  agentId: string;
  keyId: string;
  webhookId: string;
  deliveryId: string;
  memberId: string;
};

/** `session` is that of the caller, where they have one. */
function inputOf(id: string, target: Target, session: string): unknown {
  const { team, taskId, commentId, agentId, keyId, webhookId, deliveryId, memberId: userId } = target;
  const { teamId, projectId } = team;
  const inputs: Record<string, unknown> = {
    'tasks.list': { teamId },
    'tasks.create': { teamId, projectId, title: 'By role' },
    'tasks.update': { taskId, title: 'Changed' },
    'tasks.move': { taskId, status: 'cancelled' },
    'tasks.updateIfUnchanged': { taskId, title: 'Changed', version: 1 },
    'tasks.moveIfUnchanged': { taskId, status: 'cancelled', version: 1 },
    'tasks.giveBack': { agentId },
    'agents.create': { teamId, name: 'Made' },
    'agents.update': { agentId, name: 'Renamed' },
    'projects.create': { teamId, name: 'Made' },
    'projects.update': { projectId, name: 'Renamed' },
    'comments.list': { taskId },
    'comments.get': { commentId },
    'comments.create': { taskId, body: 'Said' },
    'agents.completions': { agentId },
    'events.listForTask': { taskId },
    'events.history': { taskId },
    // From the beginning, so that there is something to hear.
    'events.follow': { teamId, lastEventId: '1-0' },
    'board.column': { teamId, status: 'todo' },
    'apiKeys.create': { teamId, name: 'Made' },
    'apiKeys.revoke': { teamId, keyId },
    'webhooks.list': { teamId },
    'webhooks.create': { teamId, url: nowhere },
    'webhooks.update': { webhookId, description: 'Changed' },
    'webhooks.recover': { webhookId, since: new Date(Date.now() - 60_000).toISOString() },
    'webhooks.delivery': { webhookId, deliveryId },
    'webhooks.redeliver': { webhookId, deliveryId },
    'teams.create': { name: 'Of my own' },
    'accounts.signIn': { email: 'nobody@crewboard.test', password: 'x', address: '192.0.2.9' },
    'accounts.update': { name: 'Renamed' },
    'accounts.changePassword': { currentPassword: password, newPassword: password },
    'accounts.sessions': undefined,
    'accounts.revokeSession': { sessionId: session },
    'accounts.revokeOtherSessions': undefined,
    'members.setRole': { teamId, userId, role: 'viewer' },
    'members.remove': { teamId, userId },
    'teams.me': undefined,
    'accounts.me': undefined,
    'accounts.signOut': undefined,
    'system.status': undefined,
  };
  if (id in inputs) return inputs[id];
  const [area] = id.split('.');
  if (area === 'tasks') return { taskId };
  if (area === 'webhooks') return { webhookId };
  if (id === 'agents.get' || id === 'agents.rotateToken') return { agentId };
  return id === 'projects.get' ? { projectId } : { teamId };
}

const refusalOf = (id: string, caller: Caller): string => {
  if (['nobody', 'ended session', 'web server'].includes(caller)) return 'UNAUTHENTICATED';
  if (id === 'teams.create') return 'FORBIDDEN';
  if (caller === 'outsider' || caller === 'operator' || caller === 'removed member') return 'NOT_FOUND';
  if (mayCall[id]?.length === 1 && mayCall[id][0] === 'agent') return 'AGENT_TOKEN_REQUIRED';
  if (caller === 'agent' && mayCall[id] === managers) return 'TEAM_API_KEY_REQUIRED';
  return 'FORBIDDEN';
};

const procedures = allOperations.map(({ id, type }) => ({ id, type }));

it('the table of who may call names every operation, and no other', () => {
  expect(procedures.map(({ id }) => id).sort()).toEqual(Object.keys(mayCall).sort());
});

it('the router has the procedure of every operation, and no other', () => {
  expect(Object.keys(appRouter._def.procedures).sort()).toEqual(procedures.map(({ id }) => id).sort());
});

const roles = ['owner', 'admin', 'member', 'viewer'] as const;
/** Who they are. Their passwords cost time, so they are made once and belong to the teams of all tests. */
let userIds: Record<MemberRole | 'operator' | 'demoted admin' | 'removed member' | 'other owner', string>;

beforeAll(async () => {
  const { teamId } = await api().createTeam('Before');
  // The first account is an operator.
  const operator = (await createPerson(api(), teamId, 'viewer')).userId;
  const names = [...roles, 'demoted admin', 'removed member', 'other owner'] as const;
  const made = names.map(
    async (name) => [name, (await createPerson(api(), teamId, 'viewer')).userId] as const,
  );
  userIds = { ...(Object.fromEntries(await Promise.all(made)) as typeof userIds), operator };
});

async function join({ teamId }: TestTeam, userId: string, role: MemberRole): Promise<void> {
  await api().db.pool.query('insert into members (team_id, user_id, role) values ($1, $2, $3)', [
    teamId,
    userId,
    role,
  ]);
}

/** Somebody to change, without a password. */
async function createMember(team: TestTeam): Promise<string> {
  const id = newId();
  await api().db.pool.query(
    `insert into users (id, email, name, password_hash) values ($1, $1 || '@crewboard.test', 'Somebody', '-')`,
    [id],
  );
  await join(team, id, 'member');
  return id;
}

const sessionOf = (credential: WebClaims | string | null) =>
  (typeof credential === 'object' && credential?.session) || 'none';

describe.each(procedures)('$id', ({ id, type }) => {
  let home: TestTeam;
  let outside: string;

  beforeAll(async () => {
    home = await api().createTeam('Home');
    for (const role of roles) await join(home, userIds[role], role);
    await join(home, userIds['other owner'], 'owner');
    outside = (await createPerson(api(), (await api().createTeam('Foreign')).teamId, 'owner')).userId;
  });

  async function openSession(userId: string): Promise<string> {
    const session = newId();
    await api().db.pool.query(
      `insert into sessions (id, user_id, expires_at) values ($1, $2, now() + interval '1 hour')`,
      [session, userId],
    );
    return session;
  }

  /** What the caller comes with: a token, or what the web server claims for them. */
  async function credentialOf(caller: Caller, agentToken: string) {
    if (caller === 'agent') return agentToken;
    if (caller === 'key') return home.apiKey;
    if (caller === 'nobody') return null;
    if (caller === 'web server') return {};
    const userId = caller === 'outsider' ? outside : userIds[caller === 'ended session' ? 'owner' : caller];
    const session = await openSession(userId);
    if (caller === 'ended session') {
      await api().db.pool.query('update sessions set revoked_at = now() where id = $1', [session]);
    }
    const credential = { session, team: home.teamId };
    if (caller === 'demoted admin') await becomeFormerAdmin(credential, userId, 'members.setRole');
    if (caller === 'removed member') await becomeFormerAdmin(credential, userId, 'members.remove');
    return credential;
  }

  /** An admin who has called with this session, and then was demoted or removed by an owner. */
  async function becomeFormerAdmin(credential: WebClaims, userId: string, change: string): Promise<void> {
    await api().db.pool.query('delete from members where team_id = $1 and user_id = $2', [
      home.teamId,
      userId,
    ]);
    await join(home, userId, 'admin');
    const { teamId } = home;
    expect((await call(api(), ['query', 'members.list'], { teamId }, credential)).status).toBe(200);
    const owner = { session: await openSession(userIds['other owner']), team: teamId };
    const input = { teamId, userId, ...(change === 'members.setRole' && { role: 'member' }) };
    expect((await call(api(), ['mutation', change], input, owner)).status).toBe(200);
  }

  /** Something of everything, in the team that is called. */
  async function makeTarget(): Promise<{ target: Target; agentToken: string }> {
    const agent = await api().createAgent(home);
    const taskId = await api().createTask(home);
    const actor = { kind: 'system', id: null, teamId: home.teamId } as const;
    const ctx = { db: api().db, actor, requestId: null };
    const key = await createApiKey({ ctx, input: { name: 'Other' } });
    const commentId = await api().createComment(home, taskId);
    const { id: deliveryId, webhookId } = await createDelivery(api(), home);
    const memberId = await createMember(home);
    const made = { taskId, commentId, agentId: agent.id, keyId: key.id, webhookId, deliveryId, memberId };
    return { target: { team: home, ...made }, agentToken: agent.token };
  }

  it.for(mayCall[id] ?? [])('%s may', async (caller) => {
    const { target, agentToken } = await makeTarget();
    const credential = await credentialOf(caller, agentToken);
    const result = await call(api(), [type, id], inputOf(id, target, sessionOf(credential)), credential);
    // Signing in with made-up words is refused as such, not as a call that may not be made.
    expect(result).toMatchObject(id === 'accounts.signIn' ? { status: 401 } : { status: 200 });
  });

  describe('is refused, and nothing is stored', () => {
    let made: Awaited<ReturnType<typeof makeTarget>>;

    beforeAll(async () => {
      made = await makeTarget();
    });

    it.for(callers.filter((caller) => !mayCall[id]?.includes(caller)))('%s', async (caller) => {
      const credential = await credentialOf(caller, made.agentToken);
      const before = await api().stored();
      const result = await call(
        api(),
        [type, id],
        inputOf(id, made.target, sessionOf(credential)),
        credential,
      );
      expect(result.problem?.code).toBe(refusalOf(id, caller));
      expect(await api().stored()).toEqual(before);
    });
  });
});
