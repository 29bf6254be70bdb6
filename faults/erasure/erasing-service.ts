import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, prepareDatabase } from '@crewboard/db';
import { openTestDatabase } from '@crewboard/db/testing';
import { findFreePorts } from '../../e2e/service/free-ports.ts';
import { ServerProcess } from '../abuse/support/server-process.ts';
import { createDatabase } from '../webhooks/support/create-database.ts';
import type { FaultContext } from '../webhooks/support/world.ts';

/** A database of its own, and processes of the API on it, which also send webhooks and erase. */
export class ErasingService {
  readonly db: Database;
  /** With the role that owns the tables. */
  readonly owner: Database;
  readonly appSecret = randomBytes(32).toString('base64url');
  readonly urls: string[];
  readonly #url: string;
  readonly #folder: string;
  readonly #dropDatabase: () => Promise<unknown>;
  readonly #processes = new Map<number, ServerProcess>();

  private constructor(
    parts: { url: string; ownerUrl: string; urls: string[]; folder: string },
    drop: () => Promise<unknown>,
  ) {
    this.#url = parts.url;
    this.db = openTestDatabase(parts.url, { maxConnections: 4 });
    this.owner = openTestDatabase(parts.ownerUrl, { maxConnections: 2 });
    this.urls = parts.urls;
    this.#folder = parts.folder;
    this.#dropDatabase = drop;
  }

  static async create(context: FaultContext, processes: number): Promise<ErasingService> {
    const { drop, ...database } = await createDatabase(context, 'erasure');
    await prepareDatabase(database);
    const urls = (await findFreePorts(processes)).map((port) => `http://127.0.0.1:${port}`);
    const folder = await mkdtemp(join(tmpdir(), 'crewboard-erasure-'));
    return new ErasingService({ ...database, urls, folder }, drop);
  }

  async start(index: number): Promise<void> {
    if (this.#processes.has(index)) return;
    const url = this.urls[index] as string;
    const started = await ServerProcess.start({
      script: 'apps/api/src/main.ts',
      env: {
        ...{ NODE_ENV: 'production', NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, LOG_LEVEL: 'warn' },
        ...{ DATABASE_URL: this.#url, APP_SECRET: this.appSecret, API_PORT: new URL(url).port },
        ...{ RATE_LIMIT_PER_MINUTE: '0', WEBHOOK_ALLOW: '127.0.0.0/8' },
      },
      readyUrl: `${url}/readyz`,
      logFile: join(this.#folder, `${index}.log`),
    });
    this.#processes.set(index, started);
  }

  async kill(index: number): Promise<void> {
    await this.#processes.get(index)?.kill();
    this.#processes.delete(index);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#processes.values()].map((each) => each.stop()));
    await Promise.all([this.db.close(), this.owner.close()]);
    await this.#dropDatabase();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
