import { expect, it } from 'vitest';
import { useApi } from '../../../apps/api/test/harness.ts';
import { createWorld } from '../../../apps/api/test/support/world.ts';
import { keepLease } from '../src/claim.ts';
import { ConnectionError, createClient } from '../src/index.ts';
import { ResponseProxy } from './support/response-proxy.ts';

const api = useApi();

it('gives a claim up when no heartbeat had a response for a whole lease', async () => {
  const { team, ada } = await createWorld(api());
  const proxy = await ResponseProxy.start(api().url);
  const extended = Promise.withResolvers<void>();
  const client = createClient({
    ...{ url: proxy.url, token: ada.token },
    async fetch(...args) {
      const response = await fetch(...args);
      if (String(args[0]).endsWith('/heartbeat')) extended.resolve();
      return response;
    },
  });
  const taskId = await api().createTask(team);
  const task = await client.tasks.claim({ taskId, leaseSeconds: 30 });
  const lease = { leaseSeconds: 1, heartbeatMs: 100 };
  const kept = keepLease(client, task, lease, {
    signal: new AbortController().signal,
    onNotices: () => undefined,
  }).catch((error) => error);
  // Or lost before: a test that fails says so then.
  await Promise.race([extended.promise, kept]);
  proxy.close();
  const error = await kept;
  expect(error).toBeInstanceOf(ConnectionError);
  expect(error.message).toBe('The claim is lost: no heartbeat had a response for 1 s.');
});
