// A process that works on tasks until its parent says stop, and reports them. Arguments: URL, token.
import { createWorker } from '../../src/index.ts';

const [url = '', token = ''] = process.argv.slice(2);
let requests = 0;
const completed: string[] = [];

const worker = createWorker({
  ...{ url, token, concurrency: 8 },
  fetch(...args) {
    requests += 1;
    return fetch(...args);
  },
  handler: async ({ title }) => `${process.pid}: ${title}`,
  onEvent(event) {
    if (event.type !== 'completed') return;
    completed.push(event.task.id);
    process.send?.({ completed: 1 });
  },
});
process.once('message', () => worker.stop());
worker.start();
await worker.done;
process.send?.({ requests, completed: 0, ids: completed }, () => process.disconnect());
