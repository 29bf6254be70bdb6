import { setTimeout as sleep } from 'node:timers/promises';
import type { Webhook } from '@crewboard/contracts';
import { type Database, openDatabase } from '@crewboard/db';
import { createTeam } from '../../apps/api/src/features/teams/create-team.ts';
import { createTeamClient, type TeamClient } from '../../e2e/fixtures/team-client.ts';
import { nowMs } from './timing-receiver.ts';

const clientsAtOnce = 8;

/** A team that makes changes over REST. */
export class BusyTeam {
  readonly #db: Database;
  readonly #teamId: string;
  readonly #client: TeamClient;
  readonly #agent: TeamClient;

  private constructor(db: Database, teamId: string, client: TeamClient, agent: TeamClient) {
    this.#db = db;
    this.#teamId = teamId;
    this.#client = client;
    this.#agent = agent;
  }

  static async create({ apiUrl, databaseUrl }: { apiUrl: string; databaseUrl: string }): Promise<BusyTeam> {
    const db = openDatabase(databaseUrl, { maxConnections: 2 });
    const team = await createTeam({ ctx: { db }, input: { name: 'Busy' } });
    const client = createTeamClient(apiUrl, team.apiKey, team);
    const { token } = await client.createAgent('Worker');
    return new BusyTeam(db, team.teamId, client, client.as(token));
  }

  createWebhook(url: string, fields: object = {}): Promise<Webhook> {
    return this.#client.webhooks.create({ teamId: this.#teamId, url, ...fields });
  }

  /** Enables an endpoint and recovers all earlier events. */
  async recover({ id }: Webhook): Promise<void> {
    const since = new Date(Date.now() - 3_600_000).toISOString();
    await this.#client.webhooks.update({ webhookId: id, enabled: true });
    await this.#client.webhooks.recover({ webhookId: id, since });
  }

  async createTasks(count: number): Promise<string[]> {
    const taskIds: string[] = [];
    const work = async (share: number) => {
      for (let made = 0; made < share; made += 1) taskIds.push((await this.#client.createTask()).id);
    };
    const shares = Array.from({ length: clientsAtOnce }, (_, index) =>
      Math.ceil((count - index) / clientsAtOnce),
    );
    await Promise.all(shares.map(work));
    return taskIds;
  }

  /** Completes a task and returns when the response arrived. */
  async complete(taskId: string): Promise<number> {
    await this.#agent.tasks.complete({ taskId, result: 'Done' });
    return nowMs();
  }

  /** The commit times of these completions, by task. */
  async commitTimes(taskIds: string[]): Promise<Map<string, number>> {
    const { rows } = await this.#db.pool.query<{ taskId: string; at: number }>(
      `select subject_id as "taskId", extract(epoch from pg_xact_commit_timestamp(xid::xid))::float8 * 1000 as at
       from events where type = 'task.completed' and subject_id = any($1)`,
      [taskIds],
    );
    return new Map(rows.map(({ taskId, at }) => [taskId, at]));
  }

  /** Waits until the team has this many pending deliveries. */
  async waitForPending(count: number): Promise<void> {
    for (;;) {
      const { rows } = await this.#db.pool.query<{ count: number }>(
        `select count(*)::int as count from webhook_deliveries join webhooks on webhooks.id = webhook_id
         where team_id = $1 and status = 'pending'`,
        [this.#teamId],
      );
      if (rows[0]?.count === count) return;
      await sleep(50);
    }
  }

  close(): Promise<void> {
    return this.#db.close();
  }
}
