import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { guardRequests } from './guard-requests.ts';
import { AnonymousQueue } from './queue-anonymous.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

it('sends a problem to calls while its queue is full: without one, the API would count as away', async () => {
  vi.stubEnv('APP_SECRET', 'a secret that is long enough for a test');
  vi.spyOn(AnonymousQueue.prototype, 'enter').mockResolvedValue(false);
  const server = createServer();
  guardRequests(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}/api/trpc/system.status`);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
    const detail = 'Too many requests are waiting. Try again in 2 seconds.';
    expect((await response.json()).error.data).toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      problem: { code: 'UNAVAILABLE', status: 503, detail },
    });
  } finally {
    server.close();
  }
});
