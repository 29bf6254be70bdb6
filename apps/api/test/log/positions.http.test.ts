import { Event, EventPage, type LiveEvents, logBeginningId, WebhookDelivery } from '@crewboard/contracts';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { expectBody, expectProblem, useApi } from '../harness.ts';
import { createWebhook } from '../support/webhooks.ts';
import { createWorld, type World } from '../support/world.ts';
import { closeStreams, EventStream, openStream, request } from './support/event-stream.ts';
import { OpenWriter } from './support/open-writer.ts';
import { allEvents } from './support/page-poller.ts';
import { callQuery, type SignedIn, signedIn, webToken } from './support/people.ts';
import { settle } from './support/settle.ts';

// Every position that the service hands out is the id of an event of the team or the beginning of the log, and it
// accepts these and no others.

const api = useApi();

let world: World;
let owner: SignedIn;
let taskId: string;
/** The ids of the team's events that an API key reads, and those of the task. */
let all: string[];
let ofTask: string[];
beforeAll(async () => {
  world = await createWorld(api());
  owner = await signedIn(api(), world.team.teamId, 'owner');
  taskId = await api().createTask(world.team);
  for (let index = 0; index < 3; index += 1) await api().createComment(world.team, taskId);
  await api().createTask(world.team);
  const { teamId, apiKey } = world.team;
  all = (await allEvents(api(), teamId, apiKey)).map(({ id }) => id);
  ofTask = (await allEvents(api(), teamId, apiKey, { taskId })).map(({ id }) => id);
});
afterEach(closeStreams);

const logOf = ({ team }: World) => `/api/teams/${team.teamId}/events`;

type Read = { ids: string[]; next: string | null };

async function listPage(path: string, query: object): Promise<Read> {
  const parameters = new URLSearchParams(Object.entries(query));
  const reply = await api().request('GET', `${path}?${parameters}`, { token: world.team.apiKey });
  const events = expectBody(reply, 200, z.array(Event));
  return { ids: events.map(({ id }) => id), next: reply.headers.get('x-next-cursor') };
}

async function queryPage(name: string, input: object): Promise<Read> {
  const { data } = await callQuery(api(), owner, name, input);
  const { events, nextCursor } = EventPage.parse(data);
  return { ids: events.map(({ id }) => id), next: nextCursor };
}

/** Each list of events, with the page after a cursor. */
const lists: Record<string, (query: { limit: number; cursor?: string }) => Promise<Read>> = {
  'events of the team': (query) => listPage(logOf(world), query),
  'newest events of the team': (query) => listPage(logOf(world), { ...query, order: 'desc' }),
  'events of a task': (query) => listPage(`/api/tasks/${taskId}/events`, query),
  'newest events of a task': (query) => listPage(`/api/tasks/${taskId}/events`, { ...query, order: 'desc' }),
  'history of a task': (query) => queryPage('events.history', { ...query, taskId }),
  audit: (query) => queryPage('events.audit', { ...query, teamId: world.team.teamId }),
};

/** Passes an id in every way, each of which must reject it; returns what they say. */
async function errorsOf(id: string): Promise<Set<string>> {
  const token = world.team.apiKey;
  const get = async (query: string, headers = {}) =>
    expectProblem(await api().request('GET', `${query}`, { token, headers }), 400, 'INVALID_CURSOR').detail;
  const stream = { Accept: 'text/event-stream' };
  const encoded = encodeURIComponent(id);
  const details = [
    await get(`${logOf(world)}?cursor=${encoded}`),
    await get(`${logOf(world)}?cursor=${encoded}&order=desc`),
    await get(`/api/tasks/${taskId}/events?cursor=${encoded}`),
    await get(`${logOf(world)}?cursor=${encoded}`, stream),
    await get(logOf(world), { ...stream, 'Last-Event-ID': id }),
  ];
  const teamId = world.team.teamId;
  for (const [name, input] of [
    ['events.audit', { teamId, cursor: id }],
    ['events.history', { taskId, cursor: id }],
  ] as const) {
    const { problem } = await callQuery(api(), owner, name, input);
    details.push(`${problem?.detail}`);
  }
  const live = await follow({ lastEventId: id });
  await live.expectEnd();
  expect(live.text).toContain('INVALID_CURSOR');
  return new Set(details);
}

async function follow(input: object): Promise<EventStream> {
  const text = encodeURIComponent(JSON.stringify({ teamId: world.team.teamId, ...input }));
  const response = await request(`${api().url}/trpc/events.follow?input=${text}`, {
    Authorization: `Bearer ${await webToken(owner)}`,
  });
  return new EventStream(response);
}

describe('an id is rejected as a cursor everywhere, with what to do,', () => {
  const expectRejected = async (id: string) => {
    const [detail, ...others] = await errorsOf(id);
    expect(others).toEqual([]);
    expect(detail).toMatch(
      /has no event with this id.*older than the events that are kept.*restored or failed over.*pass 0/,
    );
  };
  const part = (index: number) => String(all.at(-1)).split('-')[index] ?? '';

  it('of an event of another team', async () => {
    const other = await createWorld(api());
    const [id = ''] = (await allEvents(api(), other.team.teamId, other.team.apiKey)).map((event) => event.id);
    await expectRejected(id);
  });

  it('that another event had: the transaction and number with other random bits', async () => {
    const others = (Number.parseInt(part(2), 16) ^ 1).toString(16).padStart(8, '0');
    await expectRejected(`${part(0)}-${part(1)}-${others}`);
  });

  it('of the right bits at another place', async () => {
    await expectRejected(`${part(0)}-${BigInt(part(1)) + 1n}-${part(2)}`);
    await expectRejected(`${BigInt(part(0)) + 1n}-${part(1)}-${part(2)}`);
  });

  it('without random bits', async () => {
    await expectRejected(`${part(0)}-${part(1)}`);
  });
});

describe('the positions that the service hands out', () => {
  it.each(Object.entries(lists))('each page of the %s: event ids, which continue it', async (_, list) => {
    const found: string[] = [];
    const whole = (await list({ limit: 100 })).ids;
    for (let cursor: string | undefined; ; ) {
      const { ids, next } = await list({ limit: 1, ...(cursor && { cursor }) });
      found.push(...ids);
      if (next === null) break;
      expect(next).toBe(ids.at(-1));
      cursor = next;
    }
    expect(found).toEqual(whole);
    expect(found.length).toBeGreaterThan(3);
  });

  it('the log end and the begin of a stream are the last event of the team, and are accepted everywhere', async () => {
    await settle(api());
    const { data } = await callQuery(api(), owner, 'events.end', { teamId: world.team.teamId });
    const { id } = data as { id: string };
    const audit = await lists.audit?.({ limit: 1 });
    expect([id]).toEqual(audit?.ids);
    const { teamId, apiKey: token } = world.team;
    const begun = await openStream(api(), teamId, { token });
    expect(begun.headers['x-next-cursor']).toBe(id);
    const resumed = await openStream(api(), teamId, { token, lastEventId: id });
    expect(resumed.headers['x-next-cursor']).toBe(id);
    for (const [name, list] of Object.entries(lists)) {
      const { ids } = await list({ limit: 100, cursor: id });
      const isOldestFirst = name.startsWith('events of');
      expect(ids.length > 0, name).toBe(!isOldestFirst);
    }
  });

  it('each message to the browser has the id and the order of its last event', async () => {
    const live = await follow({ lastEventId: logBeginningId });
    const messages = () =>
      live.blocks
        .filter(({ id, data, event }) => id !== undefined && data !== undefined && event === undefined)
        .map(({ id, data = '' }) => ({ id, ...(JSON.parse(data) as LiveEvents) }));
    await vi.waitFor(() => expect(messages().at(-1)?.id).toBe(all.at(-1)), { timeout: 60_000 });
    live.close();
    const [first, ...others] = messages();
    expect(first).toMatchObject({ id: logBeginningId, events: [] });
    for (const { id, events } of others) {
      const last = events.at(-1);
      expect(last?.id).toBe(id);
      expect(last?.id.startsWith(`${last.xid}-${last.number}-`)).toBe(true);
    }
  });

  it('over REST an event has no field of its order', async () => {
    const { teamId, apiKey: token } = world.team;
    const stream = await openStream(api(), teamId, { token, lastEventId: logBeginningId });
    await stream.expectId(all.at(-1) ?? '');
    expect(stream.ids).toEqual(all);
    for (const event of stream.events) expect(event).not.toHaveProperty('xid');
  });

  it('a delivery, in its list, its details and its payload, names the event of the log', async () => {
    const { team } = world;
    const webhook = await createWebhook(api(), team, 'http://127.0.0.1:9/hook');
    const path = `/api/webhooks/${webhook.id}`;
    const tested = await api().request('POST', `${path}/test`, { token: team.apiKey });
    const { id, eventId } = expectBody(tested, 202, WebhookDelivery);
    const redelivered = await api().request('POST', `${path}/deliveries/${id}/redeliver`, {
      token: team.apiKey,
    });
    expect(redelivered.body, redelivered.text).toMatchObject({ eventId });
    const listed = await api().request('GET', `${path}/deliveries`, { token: team.apiKey });
    expect(listed.body).toMatchObject([{ id, eventId }]);
    const detailed = await api().request('GET', `${path}/deliveries/${id}`, { token: team.apiKey });
    expect(detailed.body).toMatchObject({ id, eventId });
    const { request: sent } = detailed.body as { request: { body: string } };
    expect(JSON.parse(sent.body)).toMatchObject({ data: { eventId } });
    await settle(api());
    expect((await listPage(logOf(world), { order: 'desc', limit: 100 })).ids).toContain(eventId);
  });
});

describe('the beginning of the log', () => {
  it('is accepted as a cursor of every list', async () => {
    for (const [name, list] of Object.entries(lists)) {
      const { ids } = await list({ limit: 100, cursor: logBeginningId });
      const isOldestFirst = name.startsWith('events of');
      expect(ids.slice(0, ofTask.length), name).toEqual(
        isOldestFirst ? (name.endsWith('task') ? ofTask : all.slice(0, ofTask.length)) : [],
      );
    }
  });

  it('is the end of the log of a team without events, and where its streams begin', async () => {
    const { teamId, apiKey: token } = await api().createTeam();
    const admin = await signedIn(api(), teamId, 'admin');
    await api().owner.query('delete from events where team_id = $1', [teamId]);
    const { data } = await callQuery(api(), admin, 'events.end', { teamId });
    expect(data).toEqual({ id: logBeginningId });
    const stream = await openStream(api(), teamId, { token });
    expect(stream.headers['x-next-cursor']).toBe(logBeginningId);
    const [id = ''] = [await OpenWriter.writeOne(api().db.pool, { teamId })];
    await stream.expectId(id);
    expect(stream.ids).toEqual([id]);
  });
});
