import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Task, type TaskContext, type TaskNotices, TaskRelease } from '@crewboard/sdk';
import { describeNotices } from './describe-notices.ts';
import { maxReasonLength, maxResultLength } from './generated/commands.ts';
import type { Environment, Terminal } from './terminal.ts';

/** How long a command may take to end after SIGTERM. */
export const killAfterMs = 5_000;
/** How often to look whether its processes have ended. */
const pollIntervalMs = 50;
/** A process that the command left behind may keep its output open. */
const lastOutputMs = 1_000;
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

  /** What the command prints, if it ends with code 0. Throws an Error with the last lines of its standard error, and a TaskRelease after `stop`. */
  run(task: Task, context: TaskContext): Promise<string | null> {
    const notices = new NoticeFile();
    const running = this.#run(task, context, notices).finally(() => notices.remove());
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

  async #run(task: Task, context: TaskContext, notices: NoticeFile): Promise<string | null> {
    const { stop, instructions, context: earlier, blockers } = context;
    const signal = AbortSignal.any([context.signal, this.#stopping.signal]);
    const child = spawn(this.#command.file, this.#command.args, {
      env: { ...this.#terminal.env, ...environmentOf(task, notices) } as NodeJS.ProcessEnv,
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
    });
    let terminated: Promise<void> | undefined;
    const onAbort = () => {
      terminated = child.pid === undefined ? undefined : terminate(child.pid);
    };
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
    context.onNotice((notice) => {
      this.#terminal.stderr.write(describeNotices(notice));
      notices.add(notice);
    });
    // Once, so that it may come to an end.
    const onStop = () => child.pid !== undefined && sendSignal(child.pid, 'SIGTERM');
    stop.addEventListener('abort', onStop);
    const output = new Head();
    let errors = '';
    child.stdout.on('data', (chunk: Buffer) => output.add(chunk));
    child.stderr.on('data', (chunk: Buffer) => {
      this.#terminal.stderr.write(chunk);
      errors = (errors + chunk.toString('utf8')).slice(-maxReasonLength);
    });
    // A command need not read its input.
    child.stdin
      .on('error', () => undefined)
      .end(JSON.stringify({ ...task, instructions, context: earlier, blockers }));
    const closed = new Promise((resolve) => child.once('close', resolve));
    // Throws if the command cannot be started.
    const [code, signalName] = await once(child, 'exit').finally(() => {
      signal.removeEventListener('abort', onAbort);
      stop.removeEventListener('abort', onStop);
    });
    // A stop from now on comes after the result.
    const isStopped = this.#stopping.signal.aborted;
    await terminated;
    // Behind a timer comes what has arrived: a process that was suspended reads it before it closes the pipes.
    const timer = setTimeout(() => setImmediate(closeOutput, child), lastOutputMs);
    await closed;
    clearTimeout(timer);
    if (isStopped) throw new TaskRelease('The worker was stopped.');
    if (code === 0) return output.result;
    if (stop.aborted) throw new Error(`Stopped: ${(stop.reason as Error).message}`);
    const end = signalName ? `ended by ${signalName}` : `exit code ${code}`;
    const head = `${this.#command.file}: ${end}\n`;
    // The last lines say what failed.
    throw new Error(`${head}${errors.trim().slice(-Math.max(1, maxReasonLength - head.length))}`.trim());
  }
}

/** A file of its own for a command, with a line of JSON for each notice. */
class NoticeFile {
  readonly #folder = mkdtempSync(join(tmpdir(), 'crewboard-'));
  readonly path = join(this.#folder, 'notices.jsonl');

  constructor() {
    writeFileSync(this.path, '');
  }

  add(notices: TaskNotices): void {
    appendFileSync(this.path, `${JSON.stringify(notices)}\n`);
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

const environmentOf = (
  { id, title, attempt, priority, projectId }: Task,
  notices: NoticeFile,
): Environment => ({
  CREWBOARD_TASK_ID: id,
  CREWBOARD_TASK_TITLE: title,
  CREWBOARD_TASK_ATTEMPT: String(attempt),
  CREWBOARD_TASK_PRIORITY: priority,
  CREWBOARD_PROJECT_ID: projectId,
  CREWBOARD_NOTICES: notices.path,
  // The command works on texts of others, which may ask it for the token.
  CREWBOARD_TOKEN: undefined,
});

/** The event `close` follows, also while other processes write to the pipes. */
function closeOutput({ stdout, stderr }: ChildProcess): void {
  stdout?.destroy();
  stderr?.destroy();
}

/** SIGTERM to all processes of a group, and SIGKILL to those that do not end. Resolves when none is left. */
async function terminate(groupId: number): Promise<void> {
  const killAt = performance.now() + killAfterMs;
  let isRunning = sendSignal(groupId, 'SIGTERM');
  while (isRunning && performance.now() < killAt) {
    await pause(pollIntervalMs);
    isRunning = sendSignal(groupId, 0);
  }
  if (isRunning) sendSignal(groupId, 'SIGKILL');
}

/** Whether the group has a process. Signal 0 only looks. */
function sendSignal(groupId: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-groupId, name);
  } catch {
    return false;
  }
}
