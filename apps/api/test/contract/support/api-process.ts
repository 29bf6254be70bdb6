import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { appSecret } from '../../harness.ts';

const root = path.join(import.meta.dirname, '../../../../..');
const listening = /listening at (http:\/\/127\.0\.0\.1:\d+)/;

/** apps/api/src/main.ts as a process of its own, as an operator runs it. */
export class ApiProcess {
  readonly url: string;
  /** Its status, null where a signal ended it. */
  readonly exited: Promise<number | null>;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, url: string) {
    this.#child = child;
    this.exited = once(child, 'exit').then(([code]) => code);
    this.url = url;
  }

  /** Resolves once it listens. Throws with its output when it ends before. */
  static async start(databaseUrl: string, env: Record<string, string> = {}): Promise<ApiProcess> {
    const child = spawn(process.execPath, ['apps/api/src/main.ts'], {
      cwd: root,
      env: {
        NODE_ENV: 'production',
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        DATABASE_URL: databaseUrl,
        APP_SECRET: appSecret,
        API_PORT: '0',
        RATE_LIMIT_PER_MINUTE: '0',
        WEBHOOK_DELIVERY: 'worker',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    for await (const chunk of child.stdout) {
      output += chunk;
      const url = listening.exec(output)?.[1];
      if (url) return new ApiProcess(child, url);
    }
    throw new Error(`The API did not start: ${output}`);
  }

  /** Ends it as a crash does. Resolves after its exit. */
  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  /** Lets it finish what is under way. Resolves after its exit. */
  stop(): Promise<void> {
    return this.#end('SIGTERM');
  }

  /** Sends SIGTERM and does not wait. */
  terminate(): void {
    this.#child.kill('SIGTERM');
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    this.#child.kill(signal);
    await this.exited;
  }
}
