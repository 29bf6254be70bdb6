import { lockFile } from './lock-file.ts';

/** An attempt that a worker holds. */
export type HeldAttempt = { taskId: string; attempt: number };

const isHeldAttempt = (value: unknown): value is HeldAttempt =>
  typeof (value as HeldAttempt)?.taskId === 'string' && Number.isInteger((value as HeldAttempt)?.attempt);

/**
 * Stores the attempts that a worker holds, so that it can go on with them after a crash. The file is written before the
 * work on a task begins and after its attempt has ended. One worker uses a file at a time.
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

  /** Throws if another worker uses the file, and if its content is not the state of a worker. */
  static async open(path: string): Promise<StateFile> {
    // Loaded here, because browsers and other runtimes do not have these modules.
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

  /** The attempts in the file: after `open`, those that the last worker held when it ended. */
  get held(): HeldAttempt[] {
    return [...this.#held.values()];
  }

  /** Throws if the file cannot be written: after a crash, nobody would find the attempt. */
  add({ taskId, attempt }: HeldAttempt): Promise<void> {
    this.#held.set(taskId, { taskId, attempt });
    return this.#write();
  }

  /**
   * Removes an attempt, unless the worker holds a later attempt of the task. Ignores a failed write, which the next
   * write repeats: an attempt that stays in the file does no harm, because the service says that it has ended.
   */
  async remove({ taskId, attempt }: HeldAttempt): Promise<void> {
    if (this.#held.get(taskId)?.attempt !== attempt) return;
    this.#held.delete(taskId);
    await this.#write().catch(() => undefined);
  }

  /** Throws if the last change cannot be written. */
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
      // Not JSON: throw as below.
    }
    throw new Error(`${this.#path} is not the state of a worker. Name another file, or delete it.`);
  }

  /** Writes all attempts, after the write before it has succeeded or failed. */
  #write(): Promise<void> {
    const write = () =>
      this.#replace().catch((cause: Error) => {
        throw new Error(`The state file ${this.#path} cannot be written: ${cause.message}`, { cause });
      });
    this.#writing = this.#writing.then(write, write);
    return this.#writing;
  }

  /** Replaces the file atomically: renames a new file that is already on the disk. */
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
