import { afterEach, expect, it } from 'vitest';
import { useApi } from '../../../apps/api/test/harness.ts';
import { closedPortUrl, createWebhook } from '../../../apps/api/test/support/webhooks.ts';
import { createWorld } from '../../../apps/api/test/support/world.ts';
import { ConnectionError, type CrewboardError, createClient, type Retry } from '../src/index.ts';
import { ResponseProxy } from './support/response-proxy.ts';

const api = useApi();
const open = new Set<ResponseProxy>();
afterEach(() => {
  for (const proxy of open) proxy.close();
  open.clear();
});

async function throughProxy() {
  const world = await createWorld(api());
  const proxy = await ResponseProxy.start(api().url);
  open.add(proxy);
  const retries: Retry[] = [];
  const onRetry = (retry: Retry) => void retries.push(retry);
  const client = (token: string) => createClient({ url: proxy.url, token });
  return { world, proxy, retries, onRetry, manager: client(world.team.apiKey), ada: client(world.ada.token) };
}

it('repeats a request whose response was lost, with its key: one effect', async () => {
  const { world, proxy, manager, retries, onRetry } = await throughProxy();
  await manager.me();
  proxy.dropNextResponse();
  const task = await manager.tasks.create({ title: 'Once', projectId: world.team.projectId }, { onRetry });
  expect(retries.map(({ error, attempt }) => [error.name, attempt])).toEqual([['ConnectionError', 1]]);
  expect((await manager.tasks.list()).map(({ id }) => id)).toEqual([task.id]);
});

/** What the client gets in place of a response, so that nobody knows whether its request had an effect. */
const losses: [name: string, lose: () => Response, message: string][] = [
  [
    'no response',
    () => {
      throw new TypeError('fetch failed');
    },
    'fetch failed',
  ],
  ['a 502 of a proxy', () => new Response('<!doctype html>', { status: 502 }), '502 UNKNOWN'],
  ['UNAVAILABLE', () => Response.json({ code: 'UNAVAILABLE' }, { status: 503 }), '503 UNAVAILABLE'],
];

/** A client that loses the response to its first request with this method, or with `hasEffect: false` the request. */
function createLosingClient(
  token: string,
  { method, lose, hasEffect }: { method: string; lose: () => Response; hasEffect: boolean },
) {
  let isLost = false;
  return createClient({
    ...{ url: api().url, token },
    fetch: async (url, init) => {
      if (isLost || init?.method !== method) return fetch(url, init);
      isLost = true;
      if (hasEffect) await fetch(url, init);
      return lose();
    },
  });
}

it.each(losses)(
  'does not report its own conditional PATCH as a change of somebody else after %s',
  async (_, lose, message) => {
    const { team } = await createWorld(api());
    const client = createLosingClient(team.apiKey, { method: 'PATCH', lose, hasEffect: true });
    const task = await client.tasks.create({ title: 'First', projectId: team.projectId });
    const update = client.tasks.update({ taskId: task.id, title: 'Second' }, { ifMatch: task });
    await expect(update).rejects.toThrow(message);
    expect(await client.tasks.get({ taskId: task.id })).toMatchObject({ title: 'Second', version: 2 });
  },
);

it.each(losses)('repeats a conditional PATCH that had no effect after %s', async (_, lose) => {
  const { team } = await createWorld(api());
  const client = createLosingClient(team.apiKey, { method: 'PATCH', lose, hasEffect: false });
  const task = await client.tasks.create({ title: 'First', projectId: team.projectId });
  const updated = await client.tasks.update({ taskId: task.id, title: 'Second' }, { ifMatch: task });
  expect(updated).toMatchObject({ title: 'Second', version: 2 });
});

it('throws PRECONDITION_FAILED after a response that rules an effect out', async () => {
  const { team } = await createWorld(api());
  const lose = () => Response.json({ code: 'RATE_LIMITED' }, { status: 429 });
  const client = createLosingClient(team.apiKey, { method: 'PATCH', lose, hasEffect: false });
  const task = await client.tasks.create({ title: 'First', projectId: team.projectId });
  await client.tasks.move({ taskId: task.id, status: 'done' });
  const update = client.tasks.update({ taskId: task.id, title: 'Second' }, { ifMatch: task });
  await expect(update).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' });
});

it.each(losses)('does not report a webhook that it deleted as unknown after %s', async (_, lose, message) => {
  const { team } = await createWorld(api());
  const client = createLosingClient(team.apiKey, { method: 'DELETE', lose, hasEffect: true });
  const { id: webhookId } = await createWebhook(api(), team, closedPortUrl);
  await expect(client.webhooks.delete({ webhookId })).rejects.toThrow(message);
  await expect(client.webhooks.get({ webhookId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

it('throws when there is no response after the last attempt', async () => {
  const { world, proxy } = await throughProxy();
  proxy.close();
  const client = createClient({ url: proxy.url, token: world.ada.token });
  const lost = client.tasks.get({ taskId: 'any' }, { maxRetries: 1 });
  await expect(lost).rejects.toThrow(`No response from ${proxy.url}: connect ECONNREFUSED`);
});

it('asks again whom the token belongs to when there was no response', async () => {
  const { ada } = await createWorld(api());
  let isDown = true;
  const client = createClient({
    ...{ url: api().url, token: ada.token },
    fetch: (url, init) => fetch(isDown ? 'http://127.0.0.1:1/' : url, init),
  });
  await expect(client.me({ maxRetries: 0 })).rejects.toThrow(ConnectionError);
  const stopped = new AbortController();
  const onRetry = () => stopped.abort(new Error('no more'));
  await expect(client.tasks.list({}, { signal: stopped.signal, onRetry })).rejects.toThrow('no more');
  isDown = false;
  expect((await client.me({ maxRetries: 0 })).agent?.name).toBe('Ada');
  isDown = true;
  expect((await client.me({ maxRetries: 0 })).agent?.name).toBe('Ada');
});

it('repeats nothing in a client without repetitions', async () => {
  const { proxy, world } = await throughProxy();
  const client = createClient({ url: proxy.url, token: world.ada.token, maxRetries: 0 });
  const retries: Retry[] = [];
  proxy.close();
  await expect(client.teams.me({}, { onRetry: (retry) => retries.push(retry) })).rejects.toThrow(
    'No response',
  );
  expect(retries).toEqual([]);
});

it('waits for the time of Retry-After', async () => {
  const limited = await api().replica({ rateLimitPerMinute: 1 });
  try {
    const { ada } = await createWorld(api());
    const client = createClient({ url: limited.url, token: ada.token });
    await client.teams.me();
    const stopped = new AbortController();
    const retries: Retry[] = [];
    const onRetry = (retry: Retry) => {
      retries.push(retry);
      stopped.abort(new Error('waits'));
    };
    await expect(client.teams.me({}, { onRetry, signal: stopped.signal })).rejects.toThrow('waits');
    expect(retries).toHaveLength(1);
    const { error, delayMs } = retries[0] as Retry;
    expect(error).toMatchObject({ code: 'RATE_LIMITED', retryAfter: expect.any(Number) });
    // What is left of a minute.
    const { retryAfter = 0 } = error as CrewboardError;
    expect(retryAfter).toBeGreaterThan(1);
    expect(delayMs).toBeGreaterThanOrEqual(retryAfter * 1_000);
  } finally {
    await limited.close();
  }
});
