import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { openLog, tailOf } from '../../../scripts/setup/log-file.mjs';
import { projectRoot } from '../../../scripts/setup/project.mjs';
import { signalGroup } from '../../../scripts/setup/signal-group.mjs';

/**
 * In bytes, after a garbage collection. `heap` is the heap of the engine with its buffers; `peakRss` is the maximum
 * since the last request.
 */
export type Memory = { heap: number; rss: number; peakRss: number };

type Options = { script: string; env: NodeJS.ProcessEnv; readyUrl: string; logFile: string };

const preloads = [
  import.meta.resolve('../../../scripts/supervisor/exit-with-parent.mjs'),
  new URL('./memory-probe.mjs', import.meta.url).href,
];
const startTimeoutMs = 120_000;
/** An event loop that an attack blocks responds late. */
const memoryTimeoutMs = 60_000;
const stopTimeoutMs = 8_000;

/** A server as an operator starts it, with its output in a file and a way to ask for its memory. */
export class ServerProcess {
  readonly #child: ChildProcess;
  readonly #logFile: string;
  readonly #exited: Promise<unknown>;
  /** How it ended by itself; undefined while it runs. */
  ended: string | undefined;

  private constructor({ script, env, logFile }: Options) {
    this.#logFile = logFile;
    const log = openLog(logFile);
    this.#child = spawn(process.execPath, [...preloads.flatMap((url) => ['--import', url]), script], {
      cwd: projectRoot,
      env,
      // A group of its own: a terminal's Ctrl-C reaches the suite, which stops its servers in order.
      detached: true,
      stdio: ['ignore', log, log, 'ipc'],
    });
    this.#exited = once(this.#child, 'exit').then(([code, signal]) => {
      this.ended = signal ? `ended by ${signal}` : `ended with code ${code}`;
    });
  }

  /** Resolves once it responds. Throws with the end of its log if it does not within `startTimeoutMs`. */
  static async start(options: Options): Promise<ServerProcess> {
    const server = new ServerProcess(options);
    const deadline = Date.now() + startTimeoutMs;
    while (!(await isReachable(options.readyUrl))) {
      if (!server.ended && Date.now() < deadline) {
        await sleep(100);
        continue;
      }
      await server.stop();
      throw new Error(`${options.script} did not start. ${tailOf(options.logFile)}`);
    }
    return server;
  }

  get logBytes(): number {
    return statSync(this.#logFile).size;
  }

  async memory(): Promise<Memory> {
    if (this.ended) throw new Error(`The server ${this.ended}. ${tailOf(this.#logFile)}`);
    const timeout = AbortSignal.timeout(memoryTimeoutMs);
    this.#child.send('memory');
    for (;;) {
      const [message] = await once(this.#child, 'message', { signal: timeout });
      if (message && typeof message === 'object' && 'memory' in message) return message.memory as Memory;
    }
  }

  /** Kills it as a crash would. */
  async kill(): Promise<void> {
    this.#kill();
    await this.#exited;
  }

  readonly #kill = () => signalGroup(this.#child.pid, 'SIGKILL');

  /** Suspends it with its connections open, until `thaw`. A frozen process does not notice that this one has ended. */
  freeze(): void {
    process.once('exit', this.#kill);
    signalGroup(this.#child.pid, 'SIGSTOP');
  }

  thaw(): void {
    signalGroup(this.#child.pid, 'SIGCONT');
    process.off('exit', this.#kill);
  }

  async stop(): Promise<void> {
    if (!this.ended) this.#child.kill('SIGTERM');
    const kill = setTimeout(this.#kill, stopTimeoutMs);
    await this.#exited;
    clearTimeout(kill);
  }
}

async function isReachable(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(2_000) });
    await response.body?.cancel();
    return response.status < 500;
  } catch {
    return false;
  }
}
