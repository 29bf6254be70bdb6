import { lockFile } from './lock-file.ts';

/** An attempt that a worker holds. */
export type HeldAttempt = { taskId: string; attempt: number };

const isHeldAttempt = (value: unknown): value is HeldAttempt =>
  typeof (value as HeldAttempt)?.taskId === 'string' && Number.isInteger((value as HeldAttempt)?.attempt);

/**
 * The attempts that a worker holds, in a file: it is written before a task is worked on, and after it has ended, so that a worker
 * which starts after a crash finds what it held. One worker uses a file at a time.
 */
export class StateFile {
  readonly #path: string;
  readonly #fs: typeof import('node:fs/promises');
  readonly #held = new Map<string, HeldAttempt>();
  /** The last write. */
  #writing: Promise<void> = Promise.resolve();
  readonly #unlock: () => Promise<void>;

  private constructor(path: string, fs: typeof import('node:fs/promises'), unlock: () => Promise<void>) {
    this.#path = path;
    this.#fs = fs;
    this.#unlock = unlock;
  }

  /** Throws where another worker uses the file, and where it has something else. */
  static async open(path: string): Promise<StateFile> {
    // Only here: other runtimes need not have it.
    const [fs, { resolve }] = await Promise.all([import('node:fs/promises'), import('node:path')]);
    const absolute = resolve(path);
    const file = new StateFile(absolute, fs, await lockFile(fs, absolute));
    try {
      for (const held of await file.#read()) file.#held.set(held.taskId, held);
    } catch (error) {
      await file.close();
      throw error;
    }
    return file;
  }

  /** What was held when the last worker with this file ended. */
  get held(): HeldAttempt[] {
    return [...this.#held.values()];
  }

  /** Throws where it cannot be written: after a crash nobody would find the attempt. */
  add({ taskId, attempt }: HeldAttempt): Promise<void> {
    this.#held.set(taskId, { taskId, attempt });
    return this.#write();
  }

  /**
   * Unless the worker holds another attempt of the task by now. An attempt that stays in the file does no harm, since the service says
   * that it has ended: what cannot be written now is written with the next change, or at the end.
   */
  async remove({ taskId, attempt }: HeldAttempt): Promise<void> {
    if (this.#held.get(taskId)?.attempt !== attempt) return;
    this.#held.delete(taskId);
    await this.#write().catch(() => undefined);
  }

  /** Throws where the last change cannot be written. */
  async close(): Promise<void> {
    try {
      await this.#writing.catch(() => this.#write());
    } finally {
      await this.#unlock();
    }
  }

  async #read(): Promise<HeldAttempt[]> {
    const text = await this.#fs.readFile(this.#path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '{"attempts":[]}';
      throw error;
    });
    try {
      const { attempts } = JSON.parse(text);
      if (Array.isArray(attempts) && attempts.every(isHeldAttempt)) return attempts;
    } catch {
      // No JSON: as below.
    }
    throw new Error(`${this.#path} is not the state of a worker. Name another file, or delete it.`);
  }

  /** After the write before it, also where that failed: each writes all attempts. */
  #write(): Promise<void> {
    const write = () =>
      this.#replace().catch((cause: Error) => {
        throw new Error(`The state file ${this.#path} cannot be written: ${cause.message}`, { cause });
      });
    this.#writing = this.#writing.then(write, write);
    return this.#writing;
  }

  /** Whole or not at all: another file takes its place once it is on the disk. */
  async #replace(): Promise<void> {
    const next = `${this.#path}.next`;
    const file = await this.#fs.open(next, 'w', 0o600);
    try {
      await file.writeFile(`${JSON.stringify({ attempts: this.held })}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await this.#fs.rename(next, this.#path);
  }
}
