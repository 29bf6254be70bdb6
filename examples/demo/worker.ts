// One agent in a process of its own: claims tasks of a project and completes them until it is stopped.
import { once } from 'node:events';
import { createClient, createWorker } from '@crewboard/sdk';
import { reportClocks } from './clock-change.ts';
import { rowOfTask } from './time-zones.ts';
import { type FromWorker, leaseSeconds, type ToWorker } from './worker-messages.ts';

const { CREWBOARD_URL = '', CREWBOARD_TOKEN = '', CREWBOARD_PROJECT = '', STALL_AT_CLAIM } = process.env;
/** The number of the claim at which the agent stalls, so that the demo kills it. */
const stallAtClaim = STALL_AT_CLAIM === undefined ? Number.POSITIVE_INFINITY : Number(STALL_AT_CLAIM);

let requests = 0;
let claims = 0;
let failure: string | null = null;
const client = createClient({
  ...{ url: CREWBOARD_URL, token: CREWBOARD_TOKEN },
  fetch(...args) {
    requests += 1;
    return fetch(...args);
  },
});

const worker = createWorker({
  ...{ client, leaseSeconds, projectId: CREWBOARD_PROJECT },
  async handler(task) {
    if (claims === stallAtClaim) await stall();
    return JSON.stringify(reportClocks(rowOfTask(task), new Date()), null, 2);
  },
  onEvent(event) {
    if (event.type === 'claimed') claims += 1;
    if (event.type === 'claimed' || event.type === 'completed') {
      send({ kind: event.type, taskId: event.task.id });
    }
  },
});

const exitAsOrphan = () => process.exit(1);
process.on('disconnect', exitAsOrphan);
process.on('message', (message: ToWorker) => {
  if (message === 'stop') void worker.stop();
});

try {
  await client.me();
  // Only requests for tasks count.
  requests = 0;
  const go = once(process, 'message');
  send({ kind: 'ready' });
  await go;
  worker.start();
  await worker.done;
} catch (error) {
  failure = error instanceof Error ? error.message : String(error);
}
process.off('disconnect', exitAsOrphan);
send({ kind: 'ended', requests, failure }, () => process.disconnect());

async function stall(): Promise<never> {
  send({ kind: 'stalled' });
  return new Promise(() => undefined);
}

function send(message: FromWorker, sent = () => {}): void {
  process.send?.(message, sent);
}
