import type { MemberRole } from '@crewboard/contracts';
import { newId } from '@crewboard/db';
import type { AnyProcedure } from '@trpc/server';
import { beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '../../src/features/api-keys/create-api-key.ts';
import { appRouter } from '../../src/trpc/router.ts';
import { type TestTeam, useApi } from '../harness.ts';
import { call, createPerson } from '../support/people.ts';
import { createDelivery, nowhere } from '../support/webhooks.ts';

const api = useApi();

type Caller =
  | MemberRole
  | 'operator'
  | 'outsider'
  | 'nobody'
  | 'ended session'
  | 'web server'
  | 'agent'
  | 'key';
const callers: Caller[] = [
  ...(['owner', 'admin', 'member', 'viewer', 'operator', 'outsider'] as const),
  ...(['nobody', 'ended session', 'web server', 'agent', 'key'] as const),
];

const readers: Caller[] = ['owner', 'admin', 'member', 'viewer', 'agent', 'key'];
const writers: Caller[] = ['owner', 'admin', 'member', 'agent', 'key'];
const managers: Caller[] = ['owner', 'admin', 'key'];
const admins: Caller[] = ['owner', 'admin'];
/** An operator who is in no team, and others. */
const operators: Caller[] = ['operator'];
const people: Caller[] = ['owner', 'admin', 'member', 'viewer', 'operator', 'outsider'];

/** Who may call what: decisions of the product, in one place. A new procedure fails until it stands here. */
const mayCall: Record<string, Caller[]> = {
  'tasks.list': readers,
  'tasks.get': readers,
  'tasks.create': writers,
  'tasks.update': writers,
  'tasks.move': writers,
  'tasks.claim': ['agent'],
  'tasks.complete': ['agent'],
  'tasks.giveBack': managers,
  'agents.list': readers,
  'agents.get': readers,
  'agents.overviews': readers,
  'agents.summaries': readers,
  'agents.create': managers,
  'agents.update': managers,
  'agents.rotateToken': managers,
  'projects.list': readers,
  'projects.page': readers,
  'projects.summaries': readers,
  'projects.get': readers,
  'projects.create': managers,
  'projects.update': managers,
  'comments.list': readers,
  'comments.get': readers,
  'comments.create': writers,
  'agents.completions': readers,
  'webhooks.list': managers,
  'webhooks.get': managers,
  'webhooks.create': managers,
  'webhooks.update': managers,
  'webhooks.delete': managers,
  'webhooks.rotateSecret': managers,
  'webhooks.test': managers,
  'webhooks.recover': managers,
  'webhooks.deliveries': managers,
  'webhooks.delivery': managers,
  'webhooks.redeliver': managers,
  'events.list': readers,
  'events.listForTask': readers,
  'events.history': readers,
  'events.follow': readers,
  'events.end': readers,
  'events.activity': readers,
  'events.audit': admins,
  'board.column': readers,
  'board.counts': readers,
  'apiKeys.list': admins,
  'apiKeys.create': admins,
  'apiKeys.revoke': admins,
  'teams.me': ['agent', 'key'],
  'teams.create': operators,
  'accounts.me': people,
  'accounts.signOut': people,
  'accounts.signIn': ['web server'],
  // Nothing is asked of the caller; a credential that is worth nothing is said to be so.
  'system.status': callers.filter((caller) => caller !== 'ended session'),
};

type Target = {
  team: TestTeam;
  taskId: string;
  commentId: string;
  agentId: string;
  keyId: string;
  webhookId: string;
  deliveryId: string;
};

function inputOf(id: string, target: Target): unknown {
  const { team, taskId, commentId, agentId, keyId, webhookId, deliveryId } = target;
  const { teamId, projectId } = team;
  const inputs: Record<string, unknown> = {
    'tasks.list': { teamId },
    'tasks.create': { teamId, projectId, title: 'By role' },
    'tasks.update': { taskId, title: 'Changed' },
    'tasks.move': { taskId, status: 'cancelled' },
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
  if (caller === 'outsider' || caller === 'operator') return 'NOT_FOUND';
  if (mayCall[id]?.length === 1 && mayCall[id][0] === 'agent') return 'AGENT_TOKEN_REQUIRED';
  if (caller === 'agent' && mayCall[id] === managers) return 'TEAM_API_KEY_REQUIRED';
  return 'FORBIDDEN';
};

const procedures = Object.entries(appRouter._def.procedures as unknown as Record<string, AnyProcedure>).map(
  ([id, procedure]) => ({ id, type: procedure._def.type }),
);

it('the table above names every procedure, and no other', () => {
  expect(procedures.map(({ id }) => id).sort()).toEqual(Object.keys(mayCall).sort());
});

const roles = ['owner', 'admin', 'member', 'viewer'] as const;
/** Who they are. Their passwords cost time, so they are made once and belong to the teams of all tests. */
let userIds: Record<MemberRole | 'operator', string>;

beforeAll(async () => {
  const { teamId } = await api().createTeam('Before');
  // The first account is an operator.
  const operator = (await createPerson(api(), teamId, 'viewer')).userId;
  const made = roles.map(async (role) => [role, (await createPerson(api(), teamId, role)).userId] as const);
  userIds = { ...(Object.fromEntries(await Promise.all(made)) as Record<MemberRole, string>), operator };
});

async function join({ teamId }: TestTeam, role: MemberRole): Promise<void> {
  await api().db.pool.query('insert into members (team_id, user_id, role) values ($1, $2, $3)', [
    teamId,
    userIds[role],
    role,
  ]);
}

describe.each(procedures)('$id', ({ id, type }) => {
  let home: TestTeam;
  let outside: string;

  beforeAll(async () => {
    home = await api().createTeam('Home');
    for (const role of roles) await join(home, role);
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
    return { session, team: home.teamId };
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
    const made = { taskId, commentId, agentId: agent.id, keyId: key.id, webhookId, deliveryId };
    return { target: { team: home, ...made }, agentToken: agent.token };
  }

  it.for(mayCall[id] ?? [])('%s may', async (caller) => {
    const { target, agentToken } = await makeTarget();
    const credential = await credentialOf(caller, agentToken);
    const result = await call(api(), [type, id], inputOf(id, target), credential);
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
      const result = await call(api(), [type, id], inputOf(id, made.target), credential);
      expect(result.problem?.code).toBe(refusalOf(id, caller));
      expect(await api().stored()).toEqual(before);
    });
  });
});
