import { text } from 'node:stream/consumers';
import { type Event, minimalFields, Problem } from '@crewboard/contracts';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { expectProblem, useApi } from '../harness.ts';
import { expectRejected } from '../support/log.ts';
import { createPerson } from '../support/people.ts';
import { countQueries } from '../support/record-queries.ts';
import { calls, done } from '../support/tasks.ts';
import { createProject, createWorld, unknownId, type World } from '../support/world.ts';
import { closeStreams, openStream, request, type StreamOptions } from './support/event-stream.ts';
import { allEvents } from './support/page-poller.ts';

const api = useApi({ bounds: { streams: { perCredential: 100, perTeam: 500, perProcess: 1_000 } } });
afterEach(closeStreams);

const open = ({ team }: World, options: Partial<StreamOptions> = {}) =>
  openStream(api(), team.teamId, { token: team.apiKey, ...options });
const logOf = ({ team }: World, token = team.apiKey) => allEvents(api(), team.teamId, token);
const last = (events: Event[]) => events.at(-1)?.id ?? '';

/** The response to a rejected request for a stream. */
const rejected = (world: World, query: string, headers: Record<string, string> = {}) =>
  api().request('GET', `/api/teams/${world.team.teamId}/events${query}`, {
    token: world.team.apiKey,
    headers: { Accept: 'text/event-stream', ...headers },
  });

describe('GET /api/teams/:teamId/events as text/event-stream', () => {
  it('sends each change as one block of id, event and data on a line each, and no earlier one', async () => {
    const world = await createWorld(api());
    await api().createTask(world.team);
    const stream = await open(world);
    expect(stream.headers['cache-control']).toMatch(/no-(store|cache)/);
    expect(stream.headers['x-request-id']).toBeTruthy();
    const taskId = await api().createTask(world.team, { description: 'Two\nlines\r\nand \u2028 more' });
    await done(calls(api()).claim(world.ada.token, taskId));
    const events = (await logOf(world)).slice(-2);
    await stream.expectId(last(events));
    expect(stream.events).toEqual(events);
    for (const block of stream.text.split('\n\n').filter((text) => text.startsWith('id:'))) {
      expect(block.split('\n').map((line) => line.slice(0, line.indexOf(':')))).toEqual([
        'id',
        'event',
        'data',
      ]);
    }
  });

  it.each<[string, Partial<StreamOptions>, string[]]>([
    ['`fields`', { query: '?fields=subject,type' }, ['subject', 'type']],
    ['the minimal fields', { headers: { Prefer: 'return=minimal' } }, minimalFields['events.list'].slice()],
  ])('has %s of each event as the data, beside its id and type', async (_name, options, fields) => {
    const world = await createWorld(api());
    const [projected, whole] = [await open(world, options), await open(world)];
    await api().createTask(world.team);
    const [created] = (await logOf(world)).slice(-1);
    if (!created) throw new Error('The log is empty.');
    await Promise.all([projected, whole].map((stream) => stream.expectId(created.id)));
    // A stream that opens during a transaction elsewhere also sends the events that this one may precede.
    const block = projected.blocks.find(({ id }) => id === created.id);
    expect(block).toMatchObject({ event: 'task.created' });
    const expected = fields.map((name) => [name, created[name as keyof typeof created]]);
    expect(JSON.parse(block?.data ?? '')).toEqual(Object.fromEntries(expected));
    expect(projected.headers['preference-applied']).toBe(options.headers && 'return=minimal');
    expect(whole.events.at(-1)).toEqual(created);
  });

  it('names the position at which it begins, from which a client continues before the first event', async () => {
    const world = await createWorld(api());
    const first = await open(world);
    const taskId = await api().createTask(world.team);
    const begun = first.headers['x-next-cursor'];
    const second = await open(world, { lastEventId: String(begun) });
    const created = (await logOf(world)).filter(({ subject }) => subject.id === taskId);
    await second.expectId(last(created));
    expect(second.events).toEqual(created);
    expect(second.headers['x-next-cursor']).toBe(begun);
  });

  it('continues after the Last-Event-ID, then live; `cursor` does the same, and the header has precedence', async () => {
    const world = await createWorld(api());
    const taskId = await api().createTask(world.team);
    for (const status of ['done', 'todo', 'cancelled'] as const) {
      await done(calls(api()).move(world.team.apiKey, taskId, status));
    }
    const log = await logOf(world);
    const [from, later] = [log.at(-4)?.id ?? '', log.at(-2)?.id ?? ''];
    const streams = [
      await open(world, { lastEventId: from }),
      await open(world, { query: `?cursor=${from}` }),
      await open(world, { query: `?cursor=${later}`, lastEventId: from }),
    ];
    await done(calls(api()).move(world.team.apiKey, taskId, 'todo'));
    const expected = (await logOf(world)).slice(-4);
    for (const stream of streams) {
      await stream.expectId(last(expected));
      expect(stream.events).toEqual(expected);
    }
  });

  it('catches up with 700 events, more than a page, and misses no concurrent event', async () => {
    const world = await createWorld(api());
    const taskId = await api().createTask(world.team);
    await api().db.pool.query(
      `insert into events (team_id, actor_kind, type, subject_type, subject_id, snapshot)
       select $1, 'system', 'task.updated', 'task', $2, '{}' from generate_series(1, 700)`,
      [world.team.teamId, taskId],
    );
    const stream = await open(world, { lastEventId: '0' });
    for (let index = 0; index < 20; index += 1) {
      await done(calls(api()).move(world.team.apiKey, taskId, index % 2 ? 'todo' : 'done'));
    }
    const expected = (await logOf(world)).map(({ id }) => id);
    await stream.expectId(expected.at(-1) ?? '');
    expect(stream.ids).toEqual(expected);
  });

  it('applies the filters to missed and new events', async () => {
    const world = await createWorld(api());
    const [one, two] = [await api().createTask(world.team), await api().createTask(world.team)];
    const streams = [
      await open(world, { lastEventId: '0', query: `?taskId=${one}` }),
      await open(world, { lastEventId: '0', query: '?type=task.moved' }),
      await open(world, { lastEventId: '0', query: `?taskId=${one}&type=task.moved` }),
      await open(world, { lastEventId: '0', query: `?taskId=${unknownId}` }),
      await open(world, { lastEventId: '0', query: `?taskId=${world.ada.id}` }),
      await open(world, { lastEventId: '0' }),
    ];
    await done(calls(api()).move(world.team.apiKey, two, 'done'));
    await done(calls(api()).move(world.team.apiKey, one, 'done'));
    await api().createAgent(world.team, 'Cleo');
    const log = await logOf(world);
    await streams.at(-1)?.expectId(last(log));
    const oneOf = (event: Event) => event.subject.id === one;
    const moved = (event: Event) => event.type === 'task.moved';
    const wanted = [
      oneOf,
      moved,
      (event: Event) => oneOf(event) && moved(event),
      () => false,
      () => false,
      () => true,
    ];
    for (const [index, isWanted] of wanted.entries()) {
      const ids = log.filter(isWanted).map(({ id }) => id);
      await vi.waitFor(() => expect(streams[index]?.ids, `stream ${index}`).toEqual(ids), {
        timeout: 60_000,
      });
    }
  });

  it('sends agents the events of tasks and agents, keys also those of projects, and neither those of keys and members', async () => {
    const world = await createWorld(api());
    const [agent, key] = [await open(world, { token: world.ada.token }), await open(world)];
    await createPerson(api(), world.team.teamId, 'viewer');
    await createProject(api(), world.team);
    const taskId = await api().createTask(world.team);
    const end = last(await logOf(world));
    for (const stream of [agent, key]) await stream.expectId(end);
    expect(agent.events.map(({ subject }) => subject)).toEqual([{ type: 'task', id: taskId }]);
    expect(key.events.map(({ type }) => type)).toEqual(['project.created', 'task.created']);
  });

  it('sends changes of another process, and both processes send the same', async () => {
    const world = await createWorld(api());
    const replica = await api().replica();
    try {
      const start = last(await logOf(world));
      const streams = [
        await open(world),
        await openStream(replica, world.team.teamId, { token: world.team.apiKey }),
      ];
      const ids: string[] = [];
      for (let index = 0; index < 10; index += 1) {
        ids.push(await (index % 2 ? api() : replica).createTask(world.team));
      }
      const log = await logOf(world);
      for (const stream of streams) {
        await stream.expectId(last(log));
        expect(stream.events.map(({ subject }) => subject.id)).toEqual(ids);
      }
      expect(log.slice(log.findIndex(({ id }) => id === start) + 1).map(({ id }) => id)).toEqual(
        streams[0]?.ids,
      );
      closeStreams();
    } finally {
      await replica.close();
    }
  });

  it('never sends events of another team, and rejects a cursor of that team', async () => {
    const [ours, theirs] = [await createWorld(api()), await createWorld(api())];
    const id = last(await logOf(theirs));
    await expectRejected(api(), 400, 'INVALID_CURSOR', () => rejected(ours, '', { 'Last-Event-ID': id }));
    const all = await open(ours, { lastEventId: '0', query: '' });
    for (let index = 0; index < 5; index += 1) await api().createTask(theirs.team);
    await api().createTask(ours.team);
    const log = await logOf(ours);
    await all.expectId(last(log));
    expect(all.events).toEqual(log);
  });

  it('sends heartbeats on a silent stream, and continues', async () => {
    const world = await createWorld(api());
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const stream = await open(world);
    await expect.poll(() => stream.text).toBe('retry: 1000\n');
    vi.advanceTimersByTime(10_000);
    vi.useRealTimers();
    // Not even an empty message: simple clients would read it as a blank line.
    await expect.poll(() => stream.text).toBe('retry: 1000\n: ping\n');
    await api().createTask(world.team);
    await stream.expectId(last(await logOf(world)));
    expect(stream.events).toHaveLength(1);
  });

  it.each([
    'x',
    '00',
    '1-1',
    '1-',
    '1--1',
    '1-1, 1-1',
    '18446744073709551615-1',
    unknownId,
    'x'.repeat(5_000),
  ])('400: a Last-Event-ID or cursor that is no position of this log (row %$)', async (id) => {
    const world = await createWorld(api());
    await expectRejected(api(), 400, 'INVALID_CURSOR', () => rejected(world, '', { 'Last-Event-ID': id }));
    const query = `?cursor=${encodeURIComponent(id)}`;
    await expectRejected(api(), 400, 'INVALID_CURSOR', () => rejected(world, query));
  });

  it.each([
    ['colour', 'colour=red'],
    ['type', 'type=task'],
    ['taskId', 'taskId='],
    ['lastEventId', 'lastEventId=1-1'],
    ['maxMissedEvents', 'maxMissedEvents=5'],
  ])('400: the parameter "%s" in ?%s is rejected by name, as without a stream', async (name, query) => {
    const world = await createWorld(api());
    const url = `${api().url}/api/teams/${world.team.teamId}/events?${query}`;
    const headers = { Accept: 'text/event-stream', Authorization: `Bearer ${world.team.apiKey}` };
    const response = await request(url, headers);
    // Without an error the response is a stream, which never ends.
    if (response.statusCode !== 400) response.destroy();
    expect(response.statusCode).toBe(400);
    const problem = Problem.parse(JSON.parse(await text(response)));
    expect(problem.errors?.map(({ path }) => path)).toEqual([name]);
  });

  it('401, 404: checks the credential and the team before sending anything', async () => {
    const [ours, theirs] = [await createWorld(api()), await createWorld(api())];
    const path = `/api/teams/${ours.team.teamId}/events`;
    const headers = { Accept: 'text/event-stream', 'Last-Event-ID': 'x' };
    expectProblem(await api().request('GET', path, { headers }), 401, 'UNAUTHENTICATED');
    for (const token of [theirs.team.apiKey, theirs.ada.token]) {
      expectProblem(await api().request('GET', path, { token, headers }), 404, 'NOT_FOUND');
    }
  });

  it('serves several streams of one credential with the queries of a single one', async () => {
    const world = await createWorld(api());
    const streams = await Promise.all(Array.from({ length: 100 }, () => open(world)));
    const everybodyHas = async (count: number) => {
      for (const stream of streams) {
        await vi.waitFor(() => expect(stream.events).toHaveLength(count), { timeout: 60_000 });
      }
    };
    await api().createTask(world.team);
    await everybodyHas(1);
    const queries = countQueries(api().db.pool, /from events/);
    try {
      await api().createTask(world.team);
      await everybodyHas(2);
      expect(queries.count).toBeGreaterThan(0);
      // One by one, as often as the transactions of other tests make it read again; and those of other workers.
      expect(queries.mostAtOnce).toBeLessThan(5);
    } finally {
      queries.restore();
    }
  });
});
