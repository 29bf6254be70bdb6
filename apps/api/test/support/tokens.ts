import { expect } from 'vitest';
import { expectProblem, type Reply, type TestApi } from '../harness.ts';

/** Whether a token is accepted. */
export async function works(api: TestApi, token: string): Promise<boolean> {
  const reply = await api.request('GET', '/api/me', { token });
  if (reply.status !== 200) expectProblem(reply, 401, 'UNAUTHENTICATED');
  return reply.status === 200;
}

/**
 * Checks that `kill` revokes the token while 100 requests with it are in flight, on two replicas:
 * those may still succeed, but every request sent after the response to `kill` is rejected.
 */
export async function expectTokenRevokedBy(
  api: TestApi,
  token: string,
  kill: () => Promise<Reply>,
): Promise<void> {
  const replica = await api.replica();
  try {
    const hundred = () =>
      Array.from({ length: 100 }, (_, index) =>
        (index % 2 ? replica : api).request('GET', '/api/me', { token }),
      );
    // Both replicas have accepted the token before.
    for (const warm of [await works(api, token), await works(replica, token)]) expect(warm).toBe(true);
    const before = hundred();
    const killed = await kill();
    expect(killed.status, killed.text).toBe(200);
    const after = hundred();
    for (const reply of await Promise.all(before)) expect([200, 401]).toContain(reply.status);
    for (const reply of await Promise.all(after)) expectProblem(reply, 401, 'UNAUTHENTICATED');
  } finally {
    await replica.close();
  }
}
