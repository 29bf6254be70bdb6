import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

type Reply = { result: unknown } | { error: string };

/** A separate process of the suite, so that the load of one client does not distort the measurements of another. */
export class Child {
  readonly #process: ChildProcess;

  /** @param module a file that calls `serveParent` */
  constructor(module: URL) {
    this.#process = fork(module, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  }

  /** Sends one request at a time. Throws the child's error, or if the child exits or the time runs out. */
  async request<Result>(request: unknown, timeoutMs: number): Promise<Result> {
    const settled = new AbortController();
    const signal = AbortSignal.any([settled.signal, AbortSignal.timeout(timeoutMs)]);
    this.#process.send(request as object);
    try {
      const reply = await Promise.race([
        once(this.#process, 'message', { signal }).then(([message]) => message as Reply),
        once(this.#process, 'exit', { signal }).then(([code]): Reply => ({ error: `it ended with ${code}` })),
      ]);
      if ('error' in reply) throw new Error(reply.error);
      return reply.result as Result;
    } finally {
      settled.abort();
    }
  }

  kill(): void {
    this.#process.kill('SIGKILL');
  }
}

/** Runs in the child: responds to each request of the parent, and exits with it. */
export function serveParent<Request>(respond: (request: Request) => Promise<unknown>): void {
  process.on('disconnect', () => process.exit());
  // Ctrl-C in a terminal is for the suite, which ends this process.
  process.on('SIGINT', () => undefined);
  process.on('message', (request) => {
    respond(request as Request).then(
      (value) => process.send?.({ result: value }),
      (error: Error) => process.send?.({ error: String(error.stack) }),
    );
  });
}
