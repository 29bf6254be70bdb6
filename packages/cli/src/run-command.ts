import { type ChildProcess, spawn } from 'node:child_process';
import type { Task } from '@crewboard/sdk';
import { maxResultLength } from './generated/commands.ts';
import type { Terminal } from './terminal.ts';

/** How long a command may take to end after SIGTERM. */
export const killAfterMs = 5_000;
/** A process that the command left behind may keep its output open. */
const lastOutputMs = 1_000;
const maxReasonLength = 2_000;
/** Of one code point in UTF-8. */
const maxCharacterBytes = 4;

/** The first bytes of a stream. */
class Head {
  readonly #chunks: Buffer[] = [];
  #left = maxResultLength * maxCharacterBytes;

  add(chunk: Buffer): void {
    if (this.#left > 0) this.#chunks.push(chunk.subarray(0, this.#left));
    this.#left -= chunk.length;
  }

  /** Without trailing white space, at most as long as the result of a task; null when it is empty. */
  get result(): string | null {
    const text = Buffer.concat(this.#chunks).toString('utf8').replaceAll('\0', '').trimEnd();
    return [...text].slice(0, maxResultLength).join('') || null;
  }
}

/** Runs a command for tasks, each in a process group of its own, so that Ctrl-C in the terminal does not reach it. */
export class CommandRunner {
  readonly #command: { file: string; args: string[] };
  readonly #terminal: Terminal;
  readonly #running = new Set<Promise<unknown>>();
  readonly #stopping = new AbortController();

  constructor(command: { file: string; args: string[] }, terminal: Terminal) {
    this.#command = command;
    this.#terminal = terminal;
  }

  /** What the command prints, if it ends with code 0. Throws an Error with the last lines of its standard error. */
  run(task: Task, signal: AbortSignal): Promise<string | null> {
    const running = this.#run(task, signal);
    const ended = running.catch(() => undefined).finally(() => this.#running.delete(ended));
    this.#running.add(ended);
    return running;
  }

  /** Ends all commands. Their tasks are not completed: what a command prints while it is terminated is no result. */
  stop(): void {
    this.#stopping.abort();
  }

  /** Resolves when no command runs any more. */
  async ended(): Promise<void> {
    await Promise.all(this.#running);
  }

  #run(task: Task, lost: AbortSignal): Promise<string | null> {
    const signal = AbortSignal.any([lost, this.#stopping.signal]);
    return new Promise((resolve, reject) => {
      const child = spawn(this.#command.file, this.#command.args, {
        env: { ...this.#terminal.env, ...environmentOf(task) } as NodeJS.ProcessEnv,
        stdio: ['pipe', 'pipe', 'pipe'],
        detached: true,
      });
      const onAbort = () => terminate(child);
      signal.addEventListener('abort', onAbort);
      if (signal.aborted) onAbort();
      const output = new Head();
      let errors = '';
      child.stdout.on('data', (chunk: Buffer) => output.add(chunk));
      child.stderr.on('data', (chunk: Buffer) => {
        this.#terminal.stderr.write(chunk);
        errors = (errors + chunk.toString('utf8')).slice(-maxReasonLength);
      });
      // A command need not read its input.
      child.stdin.on('error', () => undefined).end(JSON.stringify(task));
      child.on('error', reject);
      let isStopped = false;
      child.on('exit', () => {
        // A stop from now on comes after the result.
        isStopped = this.#stopping.signal.aborted;
        const isAborted = signal.aborted;
        if (!isAborted) signal.removeEventListener('abort', onAbort);
        const timer = setTimeout(() => isAborted || closeOutput(child), lastOutputMs);
        child.once('close', () => clearTimeout(timer));
      });
      child.on('close', (code, signalName) => {
        signal.removeEventListener('abort', onAbort);
        if (isStopped) return reject(new Error('The worker was stopped.'));
        if (code === 0) return resolve(output.result);
        const end = signalName ? `ended by ${signalName}` : `exit code ${code}`;
        const head = `${this.#command.file}: ${end}\n`;
        // The last lines say what failed.
        reject(
          new Error(`${head}${errors.trim().slice(-Math.max(1, maxReasonLength - head.length))}`.trim()),
        );
      });
    });
  }
}

const environmentOf = ({ id, title, attempt, priority, projectId }: Task): Record<string, string> => ({
  CREWBOARD_TASK_ID: id,
  CREWBOARD_TASK_TITLE: title,
  CREWBOARD_TASK_ATTEMPT: String(attempt),
  CREWBOARD_TASK_PRIORITY: priority,
  CREWBOARD_PROJECT_ID: projectId,
});

/** The event `close` follows, also while other processes write to the pipes. */
function closeOutput({ stdout, stderr }: ChildProcess): void {
  stdout?.destroy();
  stderr?.destroy();
}

/** SIGTERM, and SIGKILL to those that do not end, to all processes of the command. */
function terminate(child: ChildProcess): void {
  const kill = (name: NodeJS.Signals) => {
    try {
      if (child.pid) process.kill(-child.pid, name);
    } catch {
      // They have ended.
    }
  };
  kill('SIGTERM');
  const timer = setTimeout(() => {
    kill('SIGKILL');
    closeOutput(child);
  }, killAfterMs);
  child.once('close', () => clearTimeout(timer));
}
