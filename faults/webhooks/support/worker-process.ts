import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { projectRoot } from '../../../scripts/setup/project.mjs';

export type Exit = { code: number | null; signal: NodeJS.Signals | null };

const exitWithParent = import.meta.resolve('../../../scripts/supervisor/exit-with-parent.mjs');
const linesKept = 20;

/** apps/api/src/worker.ts as a separate process, as an operator runs it. */
export class WorkerProcess {
  readonly exited: Promise<Exit>;
  /** Resolves when it works or has exited. */
  readonly ready: Promise<void>;
  isRunning = true;
  readonly log: string[] = [];
  readonly #child: ChildProcess;

  constructor(databaseUrl: string, appSecret: string) {
    this.#child = spawn(process.execPath, ['--import', exitWithParent, 'apps/api/src/worker.ts'], {
      cwd: projectRoot,
      env: {
        NODE_ENV: 'production',
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        DATABASE_URL: databaseUrl,
        APP_SECRET: appSecret,
        WEBHOOK_ALLOW: '127.0.0.0/8,::1',
        LOG_LEVEL: 'warn',
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on('data', (chunk: Buffer) => this.#keep(chunk.toString()));
    }
    this.exited = once(this.#child, 'exit').then(([code, signal]) => {
      this.isRunning = false;
      return { code, signal };
    });
    this.ready = Promise.race([once(this.#child, 'message'), this.exited]).then(() => undefined);
  }

  /** Kills it as in a crash; resolves after its exit. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.exited;
  }

  /** Stops it as an operator does. */
  stop(): Promise<Exit> {
    this.#child.kill('SIGTERM');
    return this.exited;
  }

  #keep(text: string): void {
    this.log.push(...text.trimEnd().split('\n'));
    this.log.splice(0, this.log.length - linesKept);
  }
}
