import type { WebClaims } from '@crewboard/app-secret';
import type { KeyAccess, MemberRole } from '@crewboard/contracts';
import { newId } from '@crewboard/db';
import { expect } from 'vitest';
import { createApiKey } from '../../src/features/api-keys/create-api-key.ts';
import { createInvitation } from '../../src/features/invitations/create-invitation.ts';
import type { TestApi, TestTeam } from '../harness.ts';
import { call, createPerson, openSession } from './people.ts';
import { createDelivery, insertWebhook } from './webhooks.ts';
import { type Caller, callers } from './who-may-call.ts';

const roles = ['owner', 'admin', 'member', 'viewer'] as const;
const people = [
  ...roles,
  ...(['operator', 'demoted admin', 'removed member', 'other owner', 'outsider'] as const),
] as const;

/** A team with every kind of caller. Everything that it makes belongs to the team. */
export class Home {
  readonly api: TestApi;
  readonly team: TestTeam;
  readonly userIds: Record<(typeof people)[number], string>;

  constructor(api: TestApi, team: TestTeam, userIds: Home['userIds']) {
    this.api = api;
    this.team = team;
    this.userIds = userIds;
  }

  readonly taskId = () => this.api.createTask(this.team);
  readonly agentId = async () => (await this.api.createAgent(this.team)).id;
  readonly commentId = async () => this.api.createComment(this.team, await this.taskId());
  readonly webhookId = () => insertWebhook(this.api, this.team);
  readonly delivery = async () => {
    const { id: deliveryId, webhookId } = await createDelivery(this.api, this.team);
    return { webhookId, deliveryId };
  };

  readonly createKey = (access: KeyAccess) =>
    createApiKey({ ctx: this.#systemContext(), input: { name: 'Other', access } });

  readonly createInvitation = () => {
    const input = { role: 'member', expiresInDays: 1, maxUses: 100 } as const;
    return createInvitation({ ctx: this.#systemContext(), input });
  };

  /** Creates a member without a password. */
  readonly memberId = async () => {
    const id = newId();
    await this.api.db.pool.query(
      `insert into users (id, email, name, password_hash) values ($1, $1 || '@crewboard.test', 'Somebody', '-')`,
      [id],
    );
    await this.join({ [id]: 'member' });
    return id;
  };

  async join(roleById: Record<string, MemberRole>): Promise<void> {
    await this.api.db.pool.query(
      `insert into members (team_id, user_id, role)
       select $1, id, role::member_role from unnest($2::text[], $3::text[]) as new (id, role)`,
      [this.team.teamId, Object.keys(roleById), Object.values(roleById)],
    );
  }

  /** A token, or the claims that the web server signs for a person. */
  async credentialOf(caller: Caller): Promise<Credential> {
    if (caller === 'agent' || caller === 'other agent') return (await this.api.createAgent(this.team)).token;
    if (caller === 'key') return this.team.apiKey;
    if (caller === 'tasks key') return (await this.createKey('tasks')).apiKey;
    if (caller === 'read key') return (await this.createKey('read')).apiKey;
    if (caller === 'nobody') return null;
    if (caller === 'web server') return {};
    const userId = this.userIds[caller === 'ended session' ? 'owner' : caller];
    const session = await openSession(this.api, userId);
    if (caller === 'ended session')
      await this.api.db.pool.query('update sessions set revoked_at = now() where id = $1', [session]);
    const credential = { session, team: this.team.teamId };
    if (caller === 'demoted admin') await this.#loseAdminRole(credential, userId, 'members.setRole');
    if (caller === 'removed member') await this.#loseAdminRole(credential, userId, 'members.remove');
    return credential;
  }

  /** An admin who has called with this session, and then was demoted or removed by an owner. */
  async #loseAdminRole(credential: WebClaims, userId: string, change: string) {
    const { teamId } = this.team;
    await this.api.db.pool.query('delete from members where team_id = $1 and user_id = $2', [teamId, userId]);
    await this.join({ [userId]: 'admin' });
    expect((await call(this.api, ['query', 'members.page'], { teamId }, credential)).status).toBe(200);
    const owner = { session: await openSession(this.api, this.userIds['other owner']), team: teamId };
    const input = { teamId, userId, ...(change === 'members.setRole' && { role: 'member' }) };
    expect((await call(this.api, ['mutation', change], input, owner)).status).toBe(200);
  }

  readonly #systemContext = () => {
    const actor = { kind: 'system', id: null, teamId: this.team.teamId } as const;
    return { db: this.api.db, actor, requestId: null };
  };
}

export type Credential = WebClaims | string | null;

export async function openHome(api: TestApi): Promise<Home> {
  const { teamId } = await api.createTeam('Before');
  const made = people.map(
    async (name) => [name, (await createPerson(api, teamId, 'viewer')).userId] as const,
  );
  const userIds = Object.fromEntries(await Promise.all(made)) as Home['userIds'];
  await api.db.pool.query('update users set is_operator = (id = $1) where id = any($2)', [
    userIds.operator,
    Object.values(userIds),
  ]);
  const home = new Home(api, await api.createTeam('Home'), userIds);
  await home.join({
    ...Object.fromEntries(roles.map((role) => [userIds[role], role])),
    [userIds['other owner']]: 'owner',
  });
  return home;
}

export type HomeWithCallers = { home: Home; credentials: Record<Caller, Credential> };

/** The caller "agent" is the first of the team: it holds the tasks of `heldTask`. */
export async function openHomeWithCallers(api: TestApi): Promise<HomeWithCallers> {
  const home = await openHome(api);
  const credentials: Partial<HomeWithCallers['credentials']> = {};
  for (const caller of callers) credentials[caller] = await home.credentialOf(caller);
  return { home, credentials: credentials as HomeWithCallers['credentials'] };
}
