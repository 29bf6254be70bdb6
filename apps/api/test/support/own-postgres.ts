import { execFileSync } from 'node:child_process';
import { appendFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { prepareDatabase } from '@crewboard/db';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@crewboard/db/embedded';
import { makeClusterFolder, openTestDatabase } from '@crewboard/db/testing';
import { expect } from 'vitest';

/** A PostgreSQL for one test file, which can be stopped, killed and suspended. */
export class OwnPostgres {
  readonly #dataDir: string;
  #server: EmbeddedPostgres;

  private constructor(dataDir: string, server: EmbeddedPostgres) {
    this.#dataDir = dataDir;
    this.#server = server;
  }

  /** Migrated and empty. Without fsync: its data survives a crash of the process, not of the machine. */
  static async start(): Promise<OwnPostgres> {
    const dataDir = await makeClusterFolder('crewboard-away-');
    const server = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } });
    await prepareDatabase(server);
    return new OwnPostgres(dataDir, server);
  }

  get url(): string {
    return this.#server.url;
  }

  get dataDir(): string {
    return this.#dataDir;
  }

  get port(): number {
    return this.#server.port;
  }

  /** Restarts this server, and starts a standby that receives what it writes from then on. */
  async startStandby(): Promise<OwnPostgres> {
    const dataDir = await makeClusterFolder('crewboard-standby-');
    await this.stop();
    execFileSync('cp', ['-a', `${this.#dataDir}/.`, dataDir]);
    await this.startAgain();
    const { username, password } = new URL(this.#server.ownerUrl);
    const source = `host=127.0.0.1 port=${this.port} user=${username} password=${password}`;
    await appendFile(join(dataDir, 'postgres/postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
    await writeFile(join(dataDir, 'postgres/standby.signal'), '');
    return new OwnPostgres(dataDir, await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } }));
  }

  /** Of a standby: receives everything that `primary` has written, and nothing that it writes later. */
  async stopReceiving(primary: OwnPostgres): Promise<void> {
    const [{ end } = { end: '' }] = await primary.query<{ end: string }>(
      'select pg_current_wal_flush_lsn()::text as end',
    );
    const isReplayed = `select pg_last_wal_replay_lsn() >= '${end}' as "isTrue"`;
    await this.#waitUntil(isReplayed);
    await this.query(`alter system set primary_conninfo = ''`);
    await this.query('select pg_reload_conf()');
    await this.#waitUntil('select not exists (select from pg_stat_wal_receiver) as "isTrue"');
  }

  /** Makes a standby a primary, on a timeline of its own. */
  async promote(): Promise<void> {
    await this.query('select pg_promote()');
    await this.#waitUntil('select not pg_is_in_recovery() as "isTrue"');
  }

  async #waitUntil(condition: string): Promise<void> {
    const read = async () => (await this.query<{ isTrue: boolean }>(condition))[0]?.isTrue;
    await expect.poll(read, { timeout: 60_000 }).toBe(true);
  }

  /** A server on a copy of its folder, which is stopped meanwhile. */
  async startCopy(): Promise<OwnPostgres> {
    const dataDir = await makeClusterFolder('crewboard-copy-');
    await this.stop();
    execFileSync('cp', ['-a', `${this.#dataDir}/.`, dataDir]);
    return new OwnPostgres(dataDir, await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } }));
  }

  /** Runs a statement as the owner. */
  async query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    const db = openTestDatabase(this.#server.ownerUrl, { maxConnections: 1 });
    try {
      return (await db.pool.query<Row>(text, values)).rows;
    } finally {
      await db.close();
    }
  }

  stop(): Promise<void> {
    return this.#server.stop();
  }

  /** Sends SIGKILL; resolves when the process has exited. */
  async kill(): Promise<void> {
    process.kill(this.#server.pid, 'SIGKILL');
    await this.#server.exited;
  }

  /** Starts it on the same port with the same data. */
  async startAgain(): Promise<void> {
    const { port } = this.#server;
    this.#server = await startEmbeddedPostgres({ dataDir: this.#dataDir, port, settings: { fsync: 'off' } });
  }

  /** Suspends all its processes (SIGSTOP); connections stay open. */
  freeze(): void {
    this.#signal('SIGSTOP');
  }

  thaw(): void {
    this.#signal('SIGCONT');
  }

  async remove(): Promise<void> {
    this.thaw();
    await this.stop();
    await rm(this.#dataDir, { recursive: true, force: true });
  }

  #signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    for (const pid of this.#processes()) {
      try {
        process.kill(pid, signal);
      } catch (error) {
        // A process of a connection may have ended since.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    }
  }

  /** The server and its children, the server first, so that it cannot start new ones. */
  #processes(): number[] {
    const { pid } = this.#server;
    const all = execFileSync('ps', ['-axo', 'pid=,ppid='], { encoding: 'utf8' })
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number));
    const children = all.filter(([, parent]) => parent === pid).map(([child]) => child ?? 0);
    return all.some(([one]) => one === pid) ? [pid, ...children] : [];
  }
}
