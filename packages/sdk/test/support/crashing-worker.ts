// A process that works on tasks with a state file, says which it runs, and ends none. Arguments: URL, token, file,
// concurrency.
import { createWorker } from '../../src/index.ts';

const [url = '', token = '', stateFile = '', concurrency = '1'] = process.argv.slice(2);

const worker = createWorker({
  ...{ url, token, stateFile, concurrency: Number(concurrency) },
  handler({ id }, { isResumed }) {
    process.send?.({ id, isResumed });
    return new Promise<void>(() => undefined);
  },
});
worker.start();
worker.done.catch((error: Error) => {
  process.send?.({ error: error.message });
  process.exitCode = 1;
});
