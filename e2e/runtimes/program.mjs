// The same for every runtime: calls, a worker, the stream of events and webhooks. Ends with code 0 if all of it works.
// Environment: CREWBOARD_URL, and in CREWBOARD_TOKEN a team API key.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, createWorker, isCode, verifyWebhook, WebhookVerificationError } from '@crewboard/sdk';

const { CREWBOARD_URL: url = '', CREWBOARD_TOKEN: token = '' } = process.env;
const titles = ['First', 'Second', 'Third'];
const client = createClient({ url, token });

/**
 * A receiver of webhooks. `titles` resolves to the tasks of as many as there are titles.
 * @param {() => string} secretOf
 */
async function startReceiver(secretOf) {
  /** @type {Set<string>} */
  const seen = new Set();
  /** @type {(titles: Set<string>) => void} */
  let finish = () => undefined;
  /** @type {(error: unknown) => void} */
  let fail = () => undefined;
  /** @type {Promise<Set<string>>} */
  const received = new Promise((resolve, reject) => {
    finish = resolve;
    fail = reject;
  });
  const server = createServer(async (request, response) => {
    try {
      const chunks = [];
      for await (const chunk of request) chunks.push(chunk);
      const body = Buffer.concat(chunks);
      const changed = Buffer.concat([body, Buffer.from(' ')]);
      await assert.rejects(verifyWebhook(request.headers, changed, secretOf()), WebhookVerificationError);
      const payload = await verifyWebhook(request.headers, body, secretOf());
      if (payload.type === 'task.completed') seen.add(payload.data.task.title);
      response.writeHead(204).end();
      if (seen.size === titles.length) finish(seen);
    } catch (error) {
      fail(error);
      response.writeHead(500).end();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert(address && typeof address === 'object');
  return { url: `http://127.0.0.1:${address.port}`, received, close: () => server.close() };
}

// Calls.
const [project] = await client.projects.list();
assert(project);
const task = await client.tasks.create({ title: 'Changed twice', projectId: project.id, priority: 'low' });
const changed = await client.tasks.update({ taskId: task.id, description: 'Once' }, { ifMatch: task });
const late = client.tasks.update({ taskId: task.id, description: 'Twice' }, { ifMatch: task });
await assert.rejects(late, (error) => isCode(error, 'PRECONDITION_FAILED'));
await client.tasks.move({ taskId: task.id, status: 'cancelled' }, { ifMatch: changed });

// The position from which events are followed. Readers of the log are a moment behind its writers.
let first;
while (!first) {
  [first] = await client.events.list({ type: 'task.created', limit: 1 });
  if (!first) await sleep(50);
}

let secret = '';
const receiver = await startReceiver(() => secret);
({ secret } = await client.webhooks.create({ url: receiver.url, eventTypes: ['task.completed'] }));
for (const title of titles) await client.tasks.create({ title, projectId: project.id });

const agent = await client.agents.create({ name: 'Worker' });
let left = titles.length;
const worker = createWorker({
  ...{ url, token: agent.token, concurrency: 2, waitSeconds: 5 },
  handler: async ({ title }, { signal }) => {
    signal.throwIfAborted();
    return `${title} is done`;
  },
  onEvent({ type }) {
    if (type === 'completed') left -= 1;
    if (left === 0) void worker.stop();
  },
});
worker.start();

/** @type {string[]} */
const followed = [];
for await (const event of client.events.follow({ after: first.id, type: 'task.completed' })) {
  if (event.type === 'task.completed') followed.push(event.snapshot.title);
  if (followed.length === titles.length) break;
}
await worker.done;
assert.deepEqual(followed.toSorted(), titles);
assert.deepEqual([...(await receiver.received)].toSorted(), titles);
receiver.close();

const results = [];
for await (const { result } of client.tasks.listAll({ status: 'done', limit: 2 })) results.push(result);
assert.deepEqual(
  results.toSorted(),
  titles.map((title) => `${title} is done`),
);
