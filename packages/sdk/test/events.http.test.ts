import { createClient, type Event } from '@crewboard/sdk';
import { expect, it } from 'vitest';
import { useApi } from '../../../apps/api/test/harness.ts';
import { createWorld, rotateToken } from '../../../apps/api/test/support/world.ts';
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
