import type { WebClaims } from '@crewboard/app-secret';
import { allOperations, type KeyAccess, type MemberRole } from '@crewboard/contracts';
import { newId } from '@crewboard/db';
import { beforeAll, expect, it } from 'vitest';
import { createApiKey } from '../../src/features/api-keys/create-api-key.ts';
import { createInvitation } from '../../src/features/invitations/create-invitation.ts';
import { appRouter } from '../../src/trpc/router.ts';
import { type TestTeam, useApi } from '../harness.ts';
import { checkEach, checkEachRejected } from '../support/check-each.ts';
import { call, createPerson, openSession, password } from '../support/people.ts';
import { heldTask } from '../support/tasks.ts';
import { closedPortUrl, createDelivery, insertWebhook } from '../support/webhooks.ts';
import { createProject } from '../support/world.ts';
import { type Caller, callers, controllers, managers, mayCall, organizers } from './support/who-may-call.ts';

const api = useApi();

const roles = ['owner', 'admin', 'member', 'viewer'] as const;
const people = [
  ...roles,
  ...(['operator', 'demoted admin', 'removed member', 'other owner', 'outsider'] as const),
] as const;

/** What the procedures of one test are called about: everything in it belongs to the team. */
class Home {
  readonly team: TestTeam;
  readonly userIds: Record<(typeof people)[number], string>;

  constructor(team: TestTeam, userIds: Home['userIds']) {
    this.team = team;
    this.userIds = userIds;
  }

  readonly taskId = () => api().createTask(this.team);
  readonly agentId = async () => (await api().createAgent(this.team)).id;
  readonly commentId = async () => api().createComment(this.team, await this.taskId());
  readonly webhookId = () => insertWebhook(api(), this.team);
  readonly delivery = async () => {
    const { id: deliveryId, webhookId } = await createDelivery(api(), this.team);
    return { webhookId, deliveryId };
  };

  readonly createKey = (access: KeyAccess) => {
    const actor = { kind: 'system', id: null, teamId: this.team.teamId } as const;
    const ctx = { db: api().db, actor, requestId: null };
    return createApiKey({ ctx, input: { name: 'Other', access } });
  };

  readonly createInvitation = () => {
    const actor = { kind: 'system', id: null, teamId: this.team.teamId } as const;
    const input = { role: 'member', expiresInDays: 1, maxUses: 100 } as const;
    return createInvitation({ ctx: { db: api().db, actor, requestId: null }, input });
  };

  /** Creates a member without a password. */
  readonly memberId = async () => {
    const id = newId();
    await api().db.pool.query(
      `insert into users (id, email, name, password_hash) values ($1, $1 || '@crewboard.test', 'Somebody', '-')`,
      [id],
    );
    await join(this.team, { [id]: 'member' });
    return id;
  };
}

type Make = (home: Home, session: string) => unknown;

/** A valid input of each procedure, with rows of its own. `session` is the caller's session or "none". */
const inputs: Record<string, Make> = {
  'tasks.list': ({ team: { teamId } }) => ({ teamId }),
  'tasks.create': ({ team: { teamId, projectId } }) => ({ teamId, projectId, title: 'By role' }),
  'tasks.update': async (home) => ({ taskId: await home.taskId(), title: 'Changed' }),
  'tasks.move': async (home) => ({ taskId: await home.taskId(), status: 'cancelled' }),
  'tasks.archived': ({ team: { teamId } }) => ({ teamId }),
  'tasks.archive': async (home) => ({ taskId: await home.taskId() }),
  'tasks.restore': async (home) => ({ taskId: await home.taskId() }),
  'tasks.updateIfUnchanged': async (home) => ({ taskId: await home.taskId(), title: 'Changed', version: 1 }),
  'tasks.moveIfUnchanged': async (home) => ({ taskId: await home.taskId(), status: 'cancelled', version: 1 }),
  'tasks.claimNext': ({ team: { teamId } }) => ({ teamId }),
  'tasks.heartbeat': async ({ team }) => ({ taskId: await heldTask(api(), team, 'newest') }),
  'tasks.release': async ({ team }) => ({ taskId: await heldTask(api(), team, 'newest') }),
  'tasks.attemptPage': async (home) => ({ taskId: await home.taskId() }),
  'tasks.releaseAll': async (home) => ({ agentId: await home.agentId() }),
  'agents.get': async (home) => ({ agentId: await home.agentId() }),
  'agents.rotateToken': async (home) => ({ agentId: await home.agentId() }),
  'agents.create': ({ team: { teamId } }) => ({ teamId, name: 'Made' }),
  'agents.update': async (home) => ({ agentId: await home.agentId(), name: 'Renamed' }),
  'agents.completions': async (home) => ({ agentId: await home.agentId() }),
  'agents.pause': async (home) => ({ agentId: await home.agentId(), reason: 'Why' }),
  'agents.resume': async (home) => ({ agentId: await home.agentId() }),
  'projects.pause': ({ team: { projectId } }) => ({ projectId, reason: 'Why' }),
  'projects.resume': ({ team: { projectId } }) => ({ projectId }),
  'projects.archive': async (home) => ({ projectId: await createProject(api(), home.team) }),
  'projects.restore': async (home) => ({ projectId: await createProject(api(), home.team) }),
  'projects.get': ({ team: { projectId } }) => ({ projectId }),
  'projects.create': ({ team: { teamId } }) => ({ teamId, name: 'Made' }),
  'projects.update': ({ team: { projectId } }) => ({ projectId, name: 'Renamed' }),
  'comments.list': async (home) => ({ taskId: await home.taskId() }),
  'comments.get': async (home) => ({ commentId: await home.commentId() }),
  'comments.create': async (home) => ({ taskId: await home.taskId(), body: 'Said' }),
  'events.listForTask': async (home) => ({ taskId: await home.taskId() }),
  'events.history': async (home) => ({ taskId: await home.taskId() }),
  // Start at the beginning of the log, so that the stream has a first message.
  'events.follow': ({ team: { teamId } }) => ({ teamId, lastEventId: '0' }),
  'board.column': ({ team: { teamId } }) => ({ teamId, status: 'todo' }),
  'apiKeys.create': ({ team: { teamId } }) => ({ teamId, name: 'Made' }),
  'apiKeys.revoke': async (home) => ({
    teamId: home.team.teamId,
    keyId: (await home.createKey('manage')).id,
  }),
  'webhooks.list': ({ team: { teamId } }) => ({ teamId }),
  'webhooks.create': ({ team: { teamId } }) => ({ teamId, url: closedPortUrl }),
  'webhooks.update': async (home) => ({ webhookId: await home.webhookId(), description: 'Changed' }),
  'webhooks.recover': async (home) => ({
    webhookId: await home.webhookId(),
    since: new Date(Date.now() - 60_000).toISOString(),
  }),
  'webhooks.delivery': (home) => home.delivery(),
  'webhooks.redeliver': (home) => home.delivery(),
  'teams.pause': ({ team: { teamId } }) => ({ teamId, reason: 'Why' }),
  'teams.resume': ({ team: { teamId } }) => ({ teamId }),
  'teams.create': () => ({ name: 'Of my own' }),
  'teams.me': () => undefined,
  'accounts.signIn': () => ({ email: 'nobody@crewboard.test', password: 'x', address: '192.0.2.9' }),
  'accounts.update': () => ({ name: 'Renamed' }),
  'accounts.changePassword': () => ({ currentPassword: password, newPassword: password }),
  'accounts.revokeSession': (_home, session) => ({ sessionId: session }),
  'accounts.me': () => undefined,
  'accounts.sessions': () => undefined,
  'accounts.revokeOtherSessions': () => undefined,
  'accounts.signOut': () => undefined,
  'invitations.create': ({ team: { teamId } }) => ({ teamId, role: 'viewer' }),
  'invitations.revoke': async (home) => ({
    teamId: home.team.teamId,
    invitationId: (await home.createInvitation()).id,
  }),
  'invitations.lookUp': async (home) => ({
    secret: (await home.createInvitation()).secret,
    address: '192.0.2.9',
  }),
  'invitations.accept': async (home) => ({
    ...{ secret: (await home.createInvitation()).secret, address: '192.0.2.9' },
    ...{ name: 'New', email: `${newId()}@crewboard.test`, password },
  }),
  'invitations.join': async (home) => ({ secret: (await home.createInvitation()).secret }),
  'members.setRole': async (home) => ({
    teamId: home.team.teamId,
    userId: await home.memberId(),
    role: 'viewer',
  }),
  'members.remove': async (home) => ({ teamId: home.team.teamId, userId: await home.memberId() }),
  'system.status': () => undefined,
};

function inputOf(id: string): Make {
  const [area] = id.split('.');
  if (inputs[id]) return inputs[id];
  if (area === 'tasks') return async (home) => ({ taskId: await home.taskId() });
  if (area === 'webhooks') return async (home) => ({ webhookId: await home.webhookId() });
  return ({ team: { teamId } }) => ({ teamId });
}

const errorCodeOf = (id: string, caller: Caller): string => {
  if (['nobody', 'ended session', 'web server'].includes(caller)) return 'UNAUTHENTICATED';
  if (id === 'teams.create') return 'FORBIDDEN';
  if (caller === 'outsider' || caller === 'operator' || caller === 'removed member') return 'NOT_FOUND';
  if (mayCall[id]?.length === 1 && mayCall[id][0] === 'agent') return 'AGENT_TOKEN_REQUIRED';
  if (caller === 'agent' && [managers, controllers, organizers].includes(mayCall[id] ?? []))
    return 'TEAM_API_KEY_REQUIRED';
  return 'FORBIDDEN';
};

const procedures = allOperations.map(({ id, type }) => ({ id, type }));

it('the access table has exactly the existing operations', () => {
  expect(procedures.map(({ id }) => id).sort()).toEqual(Object.keys(mayCall).sort());
});

it('the router has exactly the procedures of the operations', () => {
  expect(Object.keys(appRouter._def.procedures).sort()).toEqual(procedures.map(({ id }) => id).sort());
});

async function join({ teamId }: TestTeam, roleById: Record<string, MemberRole>): Promise<void> {
  await api().db.pool.query(
    `insert into members (team_id, user_id, role)
     select $1, id, role::member_role from unnest($2::text[], $3::text[]) as new (id, role)`,
    [teamId, Object.keys(roleById), Object.values(roleById)],
  );
}

/** An admin who has called with this session, and then was demoted or removed by an owner. */
async function loseAdminRole({ team, userIds }: Home, credential: WebClaims, userId: string, change: string) {
  const { teamId } = team;
  await api().db.pool.query('delete from members where team_id = $1 and user_id = $2', [teamId, userId]);
  await join(team, { [userId]: 'admin' });
  expect((await call(api(), ['query', 'members.page'], { teamId }, credential)).status).toBe(200);
  const owner = { session: await openSession(api(), userIds['other owner']), team: teamId };
  const input = { teamId, userId, ...(change === 'members.setRole' && { role: 'member' }) };
  expect((await call(api(), ['mutation', change], input, owner)).status).toBe(200);
}

/** A token, or the claims that the web server signs for a person. */
async function credentialOf(caller: Caller, home: Home): Promise<WebClaims | string | null> {
  if (caller === 'agent') return (await api().createAgent(home.team)).token;
  if (caller === 'key') return home.team.apiKey;
  if (caller === 'tasks key') return (await home.createKey('tasks')).apiKey;
  if (caller === 'read key') return (await home.createKey('read')).apiKey;
  if (caller === 'nobody') return null;
  if (caller === 'web server') return {};
  const userId = home.userIds[caller === 'ended session' ? 'owner' : caller];
  const session = await openSession(api(), userId);
  if (caller === 'ended session')
    await api().db.pool.query('update sessions set revoked_at = now() where id = $1', [session]);
  const credential = { session, team: home.team.teamId };
  if (caller === 'demoted admin') await loseAdminRole(home, credential, userId, 'members.setRole');
  if (caller === 'removed member') await loseAdminRole(home, credential, userId, 'members.remove');
  return credential;
}

const sessionOf = (credential: WebClaims | string | null) =>
  (typeof credential === 'object' && credential?.session) || 'none';

async function openHome(): Promise<Home> {
  const { teamId } = await api().createTeam('Before');
  const made = people.map(
    async (name) => [name, (await createPerson(api(), teamId, 'viewer')).userId] as const,
  );
  const userIds = Object.fromEntries(await Promise.all(made)) as Home['userIds'];
  await api().db.pool.query('update users set is_operator = (id = $1) where id = any($2)', [
    userIds.operator,
    Object.values(userIds),
  ]);
  const home = new Home(await api().createTeam('Home'), userIds);
  for (const role of roles) await join(home.team, { [userIds[role]]: role });
  await join(home.team, { [userIds['other owner']]: 'owner' });
  return home;
}

/** A rejected call changes nothing: those of all tests have the same team and credentials. */
let shared: HomeWithCallers;
/** The team of accepted calls, except those that change who is in it. */
let changed: HomeWithCallers;
beforeAll(async () => {
  shared = await openHomeWithCallers();
  changed = await openHomeWithCallers();
});

type HomeWithCallers = { home: Home; credentials: Record<Caller, WebClaims | string | null> };

async function openHomeWithCallers(): Promise<HomeWithCallers> {
  const home = await openHome();
  const credentials: Partial<HomeWithCallers['credentials']> = {};
  for (const caller of callers) credentials[caller] = await credentialOf(caller, home);
  return { home, credentials: credentials as HomeWithCallers['credentials'] };
}

it.each(procedures)(
  '$id accepts its permitted callers, and rejects all others without a change',
  async ({ id, type }) => {
    const may = mayCall[id] ?? [];
    const rejected = callers.filter((caller) => !may.includes(caller));
    const credentials = Object.fromEntries(rejected.map((caller) => [caller, shared.credentials[caller]]));
    const input = await inputOf(id)(shared.home, 'none');
    await checkEachRejected(api(), credentials, async (credential, caller) => {
      const own = id === 'accounts.revokeSession' ? { sessionId: sessionOf(credential) } : input;
      const { problem } = await call(api(), [type, id], own, credential);
      expect(problem?.code).toBe(errorCodeOf(id, caller as Caller));
    });

    // These operations end sessions or memberships: they have people of their own.
    const isOwn = /^(accounts|members|invitations)\./.test(id);
    const home = isOwn ? await openHome() : changed.home;
    await checkEach(Object.fromEntries(may.map((caller) => [caller, caller])), async (caller) => {
      const credential = isOwn ? await credentialOf(caller, home) : changed.credentials[caller];
      const own = await inputOf(id)(home, sessionOf(credential));
      const { status, problem } = await call(api(), [type, id], own, credential);
      // Signing in with a wrong password returns UNAUTHENTICATED to permitted callers too.
      expect(status, problem?.detail).toBe(id === 'accounts.signIn' ? 401 : 200);
    });
  },
);
