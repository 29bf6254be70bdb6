/** An attempt that a worker holds. */
export type HeldAttempt = { taskId: string; attempt: number };

const isHeldAttempt = (value: unknown): value is HeldAttempt =>
  typeof (value as HeldAttempt)?.taskId === 'string' && Number.isInteger((value as HeldAttempt)?.attempt);

/** The files that workers of this process use. */
const used = new Set<string>();

/**
 * The attempts that a worker holds, in a file: it is written before a task is worked on, and after it has ended, so that a worker
 * which starts after a crash finds what it held. One worker uses a file at a time.
 */
export class StateFile {
  readonly #path: string;
  readonly #fs: typeof import('node:fs/promises');
  readonly #held = new Map<string, HeldAttempt>();
  /** One write after the other. */
  #writing: Promise<void> = Promise.resolve();

  private constructor(path: string, fs: typeof import('node:fs/promises')) {
    this.#path = path;
    this.#fs = fs;
  }

  /** Throws where another worker uses the file, and where it has something else. */
  static async open(path: string): Promise<StateFile> {
    // Only here: other runtimes need not have it.
    const [fs, { resolve }] = await Promise.all([import('node:fs/promises'), import('node:path')]);
    const file = new StateFile(resolve(path), fs);
    await file.#lock();
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

  add({ taskId, attempt }: HeldAttempt): Promise<void> {
    this.#held.set(taskId, { taskId, attempt });
    return this.#write();
  }

  /** Unless the worker holds another attempt of the task by now. */
  async remove({ taskId, attempt }: HeldAttempt): Promise<void> {
    if (this.#held.get(taskId)?.attempt !== attempt) return;
    this.#held.delete(taskId);
    await this.#write();
  }

  async close(): Promise<void> {
    await this.#writing.catch(() => undefined);
    await this.#fs.rm(this.#lockPath, { force: true });
    used.delete(this.#path);
  }

  get #lockPath(): string {
    return `${this.#path}.lock`;
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

  /** Whole or not at all: another file takes its place once it is on the disk. */
  #write(): Promise<void> {
    const write = async () => {
      const next = `${this.#path}.next`;
      const file = await this.#fs.open(next, 'w', 0o600);
      try {
        await file.writeFile(`${JSON.stringify({ attempts: this.held })}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
      await this.#fs.rename(next, this.#path);
    };
    this.#writing = this.#writing.then(write);
    return this.#writing;
  }

  /** The file beside it has the number of the process. That of a process which is gone, or was this one's before, is replaced. */
  async #lock(): Promise<void> {
    if (used.has(this.#path)) throw this.#isUsedBy(process.pid);
    const take = () => this.#fs.writeFile(this.#lockPath, `${process.pid}\n`, { flag: 'wx', mode: 0o600 });
    try {
      await take();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const owner = Number(await this.#fs.readFile(this.#lockPath, 'utf8'));
      if (owner !== process.pid && isRunning(owner)) throw this.#isUsedBy(owner);
      await this.#fs.rm(this.#lockPath, { force: true });
      await take();
    }
    used.add(this.#path);
  }

  #isUsedBy(pid: number): Error {
    return new Error(
      `Process ${pid} uses ${this.#path}: each worker needs a file of its own. If that process is no worker, delete ${this.#lockPath}.`,
    );
  }
}

/** Signal 0 only looks. Not permitted: it runs, as somebody else's. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
