import { randomBytes } from 'node:crypto';
import { signWebToken } from '@crewboard/app-secret';
import { type Database, newId, openDatabase } from '@crewboard/db';
import { type Crewboard, createClient } from '@crewboard/sdk';
import { createUser } from '../../../apps/api/src/features/accounts/create-user.ts';
import { createInvitation } from '../../../apps/api/src/features/invitations/create-invitation.ts';
import { createTeam } from '../../../apps/api/src/features/teams/create-team.ts';
import { HttpClient } from './http-client.ts';
import type { Target } from './service.ts';

export type Account = { userId: string; sessionId: string; email: string; password: string };
export type Team = { teamId: string; projectId: string; apiKey: string; owner: Account };

/** Creates the teams, people and tasks of an attack. */
export class Teams {
  readonly db: Database;
  readonly target: Target;
  readonly #ownerUrl: string;
  readonly #http: HttpClient;

  /** `db` has the role of the service; `ownerUrl` the role that owns the tables. */
  constructor(db: Database, ownerUrl: string, target: Target) {
    this.db = db;
    this.#ownerUrl = ownerUrl;
    this.target = target;
    this.#http = new HttpClient({ url: target.apiUrl, timeoutMs: 30_000 });
  }

  /** Updates the planner statistics of these tables, as autovacuum does within a minute. */
  async analyze(tables: string): Promise<void> {
    const owner = openDatabase(this.#ownerUrl, { maxConnections: 1 });
    await owner.pool.query(`analyze ${tables}`).finally(() => owner.close());
  }

  async createTeam(name: string): Promise<Team> {
    const team = await createTeam({ ctx: { db: this.db }, input: { name } });
    return { ...team, owner: await this.createAccount(team.teamId, 'owner') };
  }

  /** Creates a person with an open session. */
  async createAccount(teamId: string, role: 'owner' | 'viewer'): Promise<Account> {
    const email = `${role}-${randomBytes(6).toString('hex')}@crewboard.test`;
    const password = randomBytes(12).toString('hex');
    const input = { teamId, email, name: `The ${role}`, role, password };
    const { userId } = await createUser({ ctx: { db: this.db }, input });
    const sessionId = newId();
    await this.db.pool.query(
      `insert into sessions (id, user_id, expires_at) values ($1, $2, now() + interval '1 hour')`,
      [sessionId, userId],
    );
    return { userId, sessionId, email, password };
  }

  /**
   * Retries, because the preparation of an attack may exceed the rate of its credential: a large response that is kept
   * counts as several requests.
   */
  #clientOf(token: string): Crewboard {
    return createClient({ url: this.target.apiUrl, token, maxRetries: 10 });
  }

  createAgents({ teamId, apiKey }: Team, count: number): Promise<{ id: string; token: string }[]> {
    const { agents } = this.#clientOf(apiKey);
    const create = (_: unknown, index: number) => agents.create({ teamId, name: `Agent ${index + 1}` });
    return Promise.all(Array.from({ length: count }, create));
  }

  /** The secret of an invitation for one person. */
  async createInvitation({ teamId, owner }: Team): Promise<string> {
    const actor = { kind: 'member', id: owner.userId, teamId, role: 'owner' } as const;
    const input = { teamId, role: 'member', expiresInDays: 1, maxUses: 1 } as const;
    return (await createInvitation({ ctx: { db: this.db, actor, requestId: null }, input })).secret;
  }

  async writeInstructions({ projectId, apiKey }: Team, instructions: string): Promise<void> {
    await this.#clientOf(apiKey).projects.update({ projectId, instructions });
  }

  /** Creates further API keys of a team as its owner. */
  async createKeys({ teamId, owner }: Team, count: number): Promise<string[]> {
    const token = await sessionToken(this.target, owner.sessionId, teamId);
    const create = (_: unknown, index: number) =>
      this.#http.requestJson<{ result: { data: { apiKey: string } } }>({
        method: 'POST',
        path: '/trpc/apiKeys.create',
        token,
        body: { teamId, name: `Key ${index + 1}` },
      });
    const keys = await Promise.all(Array.from({ length: count }, create));
    return keys.map(({ result }) => result.data.apiKey);
  }

  async createTasks({ teamId, projectId, apiKey }: Team, count: number, fields: object = {}) {
    const { tasks } = this.#clientOf(apiKey);
    const ids: string[] = [];
    for (let index = 0; index < count; index += 1) {
      ids.push((await tasks.create({ teamId, projectId, title: `Task ${index + 1}`, ...fields })).id);
    }
    return ids;
  }

  /** Tasks that all have this description, without their events. */
  async insertTasks({ teamId, projectId }: Team, count: number, description: string): Promise<void> {
    await this.db.pool.query(
      `insert into tasks (id, team_id, project_id, title, description, created_at, updated_at)
       select $1 || '-task-' || n, $1, $2, 'Task ' || n, $3, now() + n * interval '1 ms', now()
       from generate_series(1, $4::int) as n`,
      [teamId, projectId, description, count],
    );
  }

  async updateTask({ apiKey }: Team, taskId: string, fields: { description: string }): Promise<void> {
    await this.#clientOf(apiKey).tasks.update({ taskId, ...fields });
  }

  /** Tasks with this many characters of four bytes in each text; at most 100,000 per text. */
  async createLargeTasks(team: Team, count: number, texts: { description: number; result: number }) {
    const [agent] = await this.createAgents(team, 1);
    const { tasks } = this.#clientOf(agent?.token ?? '');
    const ids: string[] = [];
    for (let index = 0; index < count; index += 1) {
      const fields = { description: largeText(texts.description) };
      const [id = ''] = await this.createTasks(team, 1, fields);
      await tasks.complete({ taskId: id, result: largeText(texts.result) });
      ids.push(id);
    }
    return ids;
  }

  /**
   * Agents or projects with descriptions of 400 KB, which only earlier versions accepted; ids end in -1, -2 and so
   * on.
   */
  async createLongItems({ teamId }: Team, table: 'agents' | 'projects', count: number): Promise<void> {
    const description = largeText(100_000);
    for (let n = 1; n <= count; n += 1) {
      await this.db.pool.query(
        `insert into ${table} (id, team_id, name, description) values ($1, $2, $3, $4)`,
        [`${teamId}-${table}-${n}`, teamId, `Item ${n}`, description],
      );
    }
  }

  close(): void {
    this.#http.close();
  }
}

/** The web server's token for a person; valid for a minute. */
export const sessionToken = ({ appSecret }: Pick<Target, 'appSecret'>, session: string, team?: string) =>
  signWebToken(appSecret, { session, team });

/** How many characters are created at once. */
const maxRandomValues = 16_384;

/** Characters of four bytes that a database cannot compress to nothing. */
function largeText(characters: number): string {
  const [first, last] = [0x20000, 0x2a6df];
  const random = new Uint32Array(characters);
  for (let index = 0; index < characters; index += maxRandomValues)
    crypto.getRandomValues(random.subarray(index, index + maxRandomValues));
  return Array.from(random, (value) => String.fromCodePoint(first + (value % (last - first)))).join('');
}
