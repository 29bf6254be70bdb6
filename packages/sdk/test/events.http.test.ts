import { expect, it } from 'vitest';
import { useApi } from '../../../apps/api/test/harness.ts';
import { settle } from '../../../apps/api/test/log/support/settle.ts';
import { createWorld, rotateToken } from '../../../apps/api/test/support/world.ts';
import { createClient, type Event } from '../src/index.ts';
import { firstEventId } from './support/first-event.ts';
import { ResponseProxy } from './support/response-proxy.ts';

const api = useApi();

/** The titles of the tasks of the next events. */
async function take(events: AsyncGenerator<Event>, count: number): Promise<string[]> {
  const titles: string[] = [];
  while (titles.length < count) {
    const { value } = await events.next();
    titles.push(value && 'title' in value.snapshot ? value.snapshot.title : value?.type);
  }
  return titles;
}

it('lists the newest events first, page by page', async () => {
  const { team } = await createWorld(api());
  for (const title of ['1', '2', '3']) await api().createTask(team, { title });
  await settle(api());
  const client = createClient({ url: api().url, token: team.apiKey });
  const type = 'task.created';
  const titlesOf = (events: Event[]) => events.map(({ snapshot }) => 'title' in snapshot && snapshot.title);
  const newest = await client.events.list({ order: 'desc', type, limit: 2 });
  expect(titlesOf(newest)).toEqual(['3', '2']);
  expect(newest.nextCursor).toBe(newest[1]?.id);
  const all: Event[] = [];
  for await (const event of client.events.listAll({ order: 'desc', type, limit: 2 })) all.push(event);
  expect(titlesOf(all)).toEqual(['3', '2', '1']);
});

it('follows events from a position, through interruptions, each once', async () => {
  const { team } = await createWorld(api());
  const proxy = await ResponseProxy.start(api().url);
  const client = createClient({ url: proxy.url, token: team.apiKey });
  const create = (title: string) => api().createTask(team, { title });
  await create('1');
  const after = await firstEventId(client, 'task.created');
  await create('2');
  const stopped = new AbortController();
  const reconnects: unknown[] = [];
  const events = client.events.follow(
    { after, type: 'task.created' },
    { signal: stopped.signal, onReconnect: ({ error }) => reconnects.push(error?.name) },
  );
  expect(await take(events, 1)).toEqual(['2']);
  await create('3');
  expect(await take(events, 1)).toEqual(['3']);
  proxy.interrupt();
  await create('4');
  await create('5');
  expect(await take(events, 2)).toEqual(['4', '5']);
  expect(reconnects.length).toBeGreaterThan(0);
  const next = events.next();
  stopped.abort();
  expect(await next).toEqual({ done: true, value: undefined });
  proxy.close();
});

it('misses nothing of a new stream that breaks before its first event', async () => {
  const { team } = await createWorld(api());
  const proxy = await ResponseProxy.start(api().url);
  const opened = Promise.withResolvers<void>();
  let streams = 0;
  const client = createClient({
    ...{ url: proxy.url, token: team.apiKey },
    async fetch(url, init) {
      const isStream = new URL(String(url)).pathname.endsWith('/events');
      if (isStream) streams += 1;
      if (streams === 2) await api().createTask(team, { title: 'Between two streams' });
      const response = await fetch(url, init);
      if (isStream) opened.resolve();
      return response;
    },
  });
  await api().createTask(team, { title: 'Before' });
  await firstEventId(createClient({ url: api().url, token: team.apiKey }), 'task.created');
  const events = client.events.follow({ type: 'task.created' });
  const next = take(events, 1);
  await opened.promise;
  proxy.interrupt();
  expect(await next).toEqual(['Between two streams']);
  await events.return();
  proxy.close();
});

it('connects again when no response arrives', async () => {
  const { team } = await createWorld(api());
  const proxy = await ResponseProxy.start(api().url);
  const client = createClient({ url: proxy.url, token: team.apiKey });
  await api().createTask(team, { title: '1' });
  const after = await firstEventId(client, 'task.created');
  await api().createTask(team, { title: '2' });
  const errors: unknown[] = [];
  const events = client.events.follow(
    { after },
    { timeoutMs: 1_000, onReconnect: ({ error }) => errors.push(error?.message) },
  );
  await client.me();
  proxy.holdNextResponse();
  expect(await take(events, 1)).toEqual(['2']);
  expect(errors[0]).toBe(`No response from ${proxy.url}: nothing arrived for 1 s`);
  await events.return();
  proxy.close();
});

it('begins during an outage', async () => {
  const { team } = await createWorld(api());
  await api().createTask(team, { title: 'The first' });
  const after = await firstEventId(createClient({ url: api().url, token: team.apiKey }), 'task.created');
  await api().createTask(team, { title: 'After it' });
  let isDown = true;
  const client = createClient({
    ...{ url: api().url, token: team.apiKey },
    fetch: (url, init) => fetch(isDown ? 'http://127.0.0.1:1/' : url, init),
  });
  const onReconnect = () => {
    isDown = false;
  };
  const events = client.events.follow({ after }, { onReconnect });
  expect(await take(events, 1)).toEqual(['After it']);
  await events.return();
});

it('throws when the credential ends', async () => {
  const { team, ada } = await createWorld(api());
  const client = createClient({ url: api().url, token: ada.token });
  await api().createTask(team, { title: 'The first' });
  const events = client.events.follow({ after: await firstEventId(client, 'task.created') });
  const next = take(events, 1);
  await api().createTask(team, { title: 'The stream is open' });
  expect(await next).toEqual(['The stream is open']);
  const ended = expect(
    (async () => {
      for await (const _ of events);
    })(),
  ).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  await rotateToken(api(), team, ada.id);
  await ended;
});
