import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { ClientTask } from '../clients/main.ts';

const module = new URL('../clients/main.ts', import.meta.url);

/** Agents and a manager, which crash and stall together. A crash is followed by a new process of the same agents. */
export class ClientProcess {
  isStalled = false;
  readonly #taskOf: (incarnation: number) => ClientTask;
  #incarnation = 0;
  #child: ChildProcess | undefined;
  #isKilled = false;
  #failure: string | undefined;

  constructor(taskOf: (incarnation: number) => ClientTask) {
    this.#taskOf = taskOf;
    this.#start();
  }

  #start(): void {
    this.#incarnation += 1;
    this.#isKilled = false;
    const child = fork(module, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    // A stalled process does not notice that this one has ended.
    const endWithThisProcess = () => void child.kill('SIGKILL');
    process.once('exit', endWithThisProcess);
    child.once('exit', (code) => {
      process.off('exit', endWithThisProcess);
      if (!this.#isKilled) this.#failure = `A client ended with ${code}.`;
    });
    child.send(this.#taskOf(this.#incarnation));
    this.#child = child;
  }

  /** Why it ended by itself; undefined for one that works. */
  get failure(): string | undefined {
    return this.#failure;
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    this.#isKilled = true;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  async crash(): Promise<void> {
    await this.kill();
    this.#start();
  }

  stall(): void {
    this.isStalled = true;
    this.#child?.kill('SIGSTOP');
  }

  resume(): void {
    this.#child?.kill('SIGCONT');
    this.isStalled = false;
  }
}
