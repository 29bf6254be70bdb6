import {
  createWorker,
  type TaskHandler,
  type Worker,
  type WorkerEvent,
  type WorkerOptions,
} from '../../src/index.ts';

type Logged = {
  worker: Worker;
  events: WorkerEvent[];
  /** Resolves with the first event of this type, or the `count`th. */
  until(type: WorkerEvent['type'], count?: number): Promise<WorkerEvent>;
};

/**
 * A `fetch` for workers that are ended: they would wait for the response to a release for 5 s, and a busy machine may
 * need longer.
 */
export const waitForReleases: typeof fetch = (url, init) =>
  fetch(url, String(url).endsWith('/release') ? { ...init, signal: null } : init);

/** A worker that has started, with what it reported. */
export function startWorker(options: WorkerOptions): Logged {
  const events: WorkerEvent[] = [];
  let wake: () => void = () => undefined;
  const worker = createWorker({
    ...options,
    onEvent(event) {
      options.onEvent?.(event);
      events.push(event);
      wake();
    },
  });
  worker.start();
  const until = async (type: WorkerEvent['type'], count = 1): Promise<WorkerEvent> => {
    for (;;) {
      const found = events.filter((event) => event.type === type)[count - 1];
      if (found) return found;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  return { worker, events, until };
}

/** A handler that runs until `finish`, and why its signal was aborted. */
export function hangingHandler() {
  const reasons: unknown[] = [];
  const { promise: started, resolve: start } = Promise.withResolvers<void>();
  const { promise: finished, resolve: finish } = Promise.withResolvers<string>();
  const handler: TaskHandler = (_task, { signal }) => {
    signal.addEventListener('abort', () => reasons.push(signal.reason));
    start();
    return finished;
  };
  return { handler, started, finish, reasons };
}
