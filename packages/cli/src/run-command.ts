import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Task, type TaskContext, type TaskNotices, TaskRelease } from '@crewboard/sdk';
import { maxReasonLength, maxResultLength } from './generated/commands.ts';
import { describeNotices } from './print.ts';
import type { Environment, Terminal } from './terminal.ts';

/** How long after SIGTERM a command gets SIGKILL, once its claim is lost or the worker ends. */
export const killAfterMs = 5_000;
/** How often to check whether the processes of a command have ended. */
const pollIntervalMs = 50;
/** How long to wait for the end of the output: a process that the command left behind may keep it open. */
const lastOutputMs = 1_000;
const maxUtf8BytesPerCharacter = 4;

/** Collects the first bytes of the output, as many as a result may have. */
class OutputHead {
  readonly #chunks: Buffer[] = [];
  #bytesLeft = maxResultLength * maxUtf8BytesPerCharacter;

  add(chunk: Buffer): void {
    if (this.#bytesLeft > 0) this.#chunks.push(chunk.subarray(0, this.#bytesLeft));
    this.#bytesLeft -= chunk.length;
  }

  /**
   * The output as the result of a task: without trailing white space, cut to the maximum length; null if it is empty.
   */
  get result(): string | null {
    const text = Buffer.concat(this.#chunks).toString('utf8').replaceAll('\0', '').trimEnd();
    return [...text].slice(0, maxResultLength).join('') || null;
  }
}

/** Runs a command for tasks, each in a process group of its own, so that Ctrl-C in the terminal does not reach it. */
export class CommandRunner {
  readonly #command: { file: string; args: string[] };
  readonly #terminal: Terminal;
  readonly #killTimeoutMs: number;
  readonly #running = new Set<Promise<unknown>>();
  readonly #stopping = new AbortController();

  constructor(command: { file: string; args: string[] }, terminal: Terminal, killTimeoutMs = killAfterMs) {
    this.#command = command;
    this.#terminal = terminal;
    this.#killTimeoutMs = killTimeoutMs;
  }

  /**
   * Runs the command for a task. Resolves to its output if it ends with exit code 0. Throws an Error with the last
   * lines of its standard error otherwise, and a TaskRelease after `stop`.
   */
  run(task: Task, context: TaskContext): Promise<string | null> {
    const notices = new NoticeFile();
    const running = this.#run(task, context, notices).finally(() => notices.remove());
    const ended = running.catch(() => undefined).finally(() => this.#running.delete(ended));
    this.#running.add(ended);
    return running;
  }

  /** Ends all commands and releases their tasks: the output of a command that is being terminated is no result. */
  stop(): void {
    this.#stopping.abort();
  }

  /** Resolves when all commands have ended. */
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
      terminated = child.pid === undefined ? undefined : terminate(child.pid, this.#killTimeoutMs);
    };
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
    context.onNotice((notice) => {
      this.#terminal.stderr.write(describeNotices(notice));
      notices.add(notice);
    });
    // Only SIGTERM, without SIGKILL later, so that the command can finish.
    const onStop = () => child.pid !== undefined && sendSignal(child.pid, 'SIGTERM');
    stop.addEventListener('abort', onStop);
    // A heartbeat may have come before the start of the command.
    if (stop.aborted) onStop();
    const output = new OutputHead();
    const errorDecoder = new TextDecoder();
    let errors = '';
    child.stdout.on('data', (chunk: Buffer) => output.add(chunk));
    child.stderr.on('data', (chunk: Buffer) => {
      this.#terminal.stderr.write(chunk);
      errors = (errors + errorDecoder.decode(chunk, { stream: true })).slice(-maxReasonLength);
    });
    // A command that does not read its input breaks the pipe.
    child.stdin
      .on('error', () => undefined)
      .end(JSON.stringify({ ...task, instructions, context: earlier, blockers }));
    const closed = new Promise((resolve) => child.once('close', resolve));
    // Throws if the command cannot be started.
    const [code, signalName] = await once(child, 'exit').finally(() => {
      signal.removeEventListener('abort', onAbort);
      stop.removeEventListener('abort', onStop);
    });
    // Read here: the result of a command that ended before the stop counts.
    const isStopped = this.#stopping.signal.aborted;
    await terminated;
    // `setImmediate`: if this process was suspended, it first reads the output that has arrived, then closes the pipes.
    const timer = setTimeout(() => setImmediate(closeOutput, child), lastOutputMs);
    await closed;
    clearTimeout(timer);
    if (isStopped) throw new TaskRelease('The worker was stopped.');
    if (code === 0) return output.result;
    if (stop.aborted) throw new Error(`Stopped: ${(stop.reason as Error).message}`);
    const end = signalName ? `ended by ${signalName}` : `exit code ${code}`;
    const head = `${this.#command.file}: ${end}\n`;
    // Keep the last lines, which usually say what failed.
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
  // Hide the token: the command may obey a text of a task that asks for it.
  CREWBOARD_TOKEN: undefined,
});

/** Closes the pipes, so that `close` is emitted although other processes may still write to them. */
function closeOutput({ stdout, stderr }: ChildProcess): void {
  stdout?.destroy();
  stderr?.destroy();
}

/** Sends SIGTERM to a process group, and SIGKILL if it has not ended in this time. Resolves when no process is left. */
async function terminate(groupId: number, killTimeoutMs: number): Promise<void> {
  const killAt = performance.now() + killTimeoutMs;
  let isRunning = sendSignal(groupId, 'SIGTERM');
  while (isRunning && performance.now() < killAt) {
    await pause(pollIntervalMs);
    isRunning = sendSignal(groupId, 0);
  }
  if (isRunning) sendSignal(groupId, 'SIGKILL');
}

/** Sends a signal to a process group. Returns whether the group has a process; signal 0 only checks that. */
function sendSignal(groupId: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-groupId, name);
  } catch {
    return false;
  }
}
