import type { Webhook, WebhookAttempt } from '@crewboard/contracts';
import { type Database, prepareDatabase } from '@crewboard/db';
import { openTestDatabase } from '@crewboard/db/testing';
import { pino } from 'pino';
import { createApp } from '../../../apps/api/src/app.ts';
import { Activity } from '../../../apps/api/src/auth/activity.ts';
import { Readiness } from '../../../apps/api/src/features/system/readiness.ts';
import { createTeam } from '../../../apps/api/src/features/teams/create-team.ts';
import { readAllowList } from '../../../apps/api/src/outbound/allow-list.ts';
import { Outbound } from '../../../apps/api/src/outbound/outbound.ts';
import { createTeamClient, type TeamClient } from '../../../e2e/fixtures/team-client.ts';
import { createDatabase, type Server } from './create-database.ts';
import { runConcurrently } from './wait.ts';
import { WorkerProcess } from './worker-process.ts';

/** The server a fault runs on, the seed of its random choices, and a function that reports its progress. */
export type FaultContext = Server & { seed: number; report: (text: string) => void };

export type Delivery = {
  id: string;
  webhookId: string;
  taskId: string;
  status: 'pending' | 'succeeded' | 'failed';
  attempts: WebhookAttempt[];
  nextAttemptAt: string | null;
};

export const appSecret = 'a secret of the faults, long enough for them';
export const receiverAllowList = readAllowList('127.0.0.0/8, ::1');
/** Processes log errors while their database is down: print only errors that end a fault. */
export const silentLog = pino({ level: 'silent' });

/** The last call of `World.open`, for which the next one waits. */
let opening: Promise<unknown> = Promise.resolve();

/** A separate database with a team, the real API without delivery, and the workers started for it. */
export class World {
  readonly db: Database;
  readonly team: { teamId: string; projectId: string; apiKey: string };
  /** With the key of the team, and as an agent of it. */
  readonly client: TeamClient;
  readonly agent: TeamClient;
  readonly #workers: WorkerProcess[] = [];
  readonly #close: () => Promise<void>;

  private constructor(parts: Pick<World, 'db' | 'team' | 'client' | 'agent'>, close: () => Promise<void>) {
    this.db = parts.db;
    this.team = parts.team;
    this.client = parts.client;
    this.agent = parts.agent;
    this.#close = close;
  }

  /** One after another: creating many databases concurrently makes the machine too busy for the timeouts. */
  static open(server: Server): Promise<World> {
    const world = opening.then(() => World.#make(server));
    opening = world.catch(() => undefined);
    return world;
  }

  static async #make(server: Server): Promise<World> {
    const database = await createDatabase(server, 'faults');
    await prepareDatabase(database);
    const { db, apiUrl, close } = await startApp(database.url);
    const team = await createTeam({ ctx: { db }, input: { name: 'Team' } });
    const client = createTeamClient(apiUrl, team.apiKey, team);
    const agent = client.as((await client.createAgent('Ada')).token);
    return new World({ db, team, client, agent }, async () => {
      await close();
      // Frees disk space early: the whole server is removed after the faults.
      await database.drop().catch(() => undefined);
    });
  }

  startWorker(): WorkerProcess {
    const worker = new WorkerProcess(this.db.url, appSecret);
    this.#workers.push(worker);
    return worker;
  }

  createWebhook(url: string, fields: object = {}): Promise<Webhook> {
    return this.client.webhooks.create({ teamId: this.team.teamId, url, ...fields });
  }

  getWebhook(id: string): Promise<Webhook> {
    return this.client.webhooks.get({ webhookId: id });
  }

  /** Tasks that only wait for their completion. */
  async prepareTasks(count: number): Promise<string[]> {
    const make = async () => (await this.client.createTask()).id;
    return runConcurrently(Array.from({ length: count }, () => make));
  }

  async complete(taskId: string): Promise<void> {
    await this.agent.tasks.complete({ taskId, result: 'Done' });
  }

  /** New tasks, completed one after another. */
  async completeNew(count: number): Promise<string[]> {
    const taskIds = await this.prepareTasks(count);
    for (const taskId of taskIds) await this.complete(taskId);
    return taskIds;
  }

  /** The rows of all deliveries, of one endpoint or of all. */
  async deliveries(webhookId?: string): Promise<Delivery[]> {
    const { rows } = await this.db.pool.query<Delivery>(
      `select delivery.id, webhook_id as "webhookId", subject_id as "taskId", status, attempts,
         next_attempt_at as "nextAttemptAt"
       from webhook_deliveries delivery join events on (events.xid, events.id) = (event_xid, event_id)
       where $1::text is null or webhook_id = $1 order by delivery.id`,
      [webhookId],
    );
    return rows;
  }

  /** Whether there are `count` deliveries, and the database has all of them as succeeded. */
  async areAllSucceeded(count: number): Promise<boolean> {
    const deliveries = await this.deliveries();
    return deliveries.length === count && deliveries.every(({ status }) => status === 'succeeded');
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.filter(({ isRunning }) => isRunning).map((worker) => worker.kill()));
    await this.#close();
  }
}

/** The API as main.ts starts it with WEBHOOK_DELIVERY=worker, but without timeouts: only the workers are tested. */
async function startApp(databaseUrl: string) {
  const db = openTestDatabase(databaseUrl);
  const activity = new Activity(db, silentLog);
  const outbound = new Outbound({
    allow: receiverAllowList,
    connectTimeoutMs: 5_000,
    responseTimeoutMs: 15_000,
  });
  const readiness = new Readiness(db);
  const app = await createApp({
    db,
    activity,
    readiness,
    outbound,
    log: silentLog,
    appSecrets: [appSecret],
    rateLimitPerMinute: 0,
  });
  const apiUrl = await app.listen({ host: '127.0.0.1', port: 0 });
  const close = async () => {
    app.server.closeAllConnections();
    await app.close();
    await activity.stop();
    await outbound.close();
    await db.close();
  };
  return { db, apiUrl, close };
}
