import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { prepareDatabase } from '@crewboard/db';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@crewboard/db/embedded';
import { makeClusterFolder } from '@crewboard/db/testing';

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
