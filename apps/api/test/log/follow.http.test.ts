import { type BoardCounts, isVisibleIn, type LiveEvents, parsePosition } from '@crewboard/contracts';
import type { Database } from '@crewboard/db';
import { openTestDatabase } from '@crewboard/db/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { useApi } from '../harness.ts';
import { signIn } from '../support/people.ts';
import { calls, done } from '../support/tasks.ts';
import { createWorld, type World } from '../support/world.ts';
import { EventStream, request } from './support/event-stream.ts';
import { OpenWriter } from './support/open-writer.ts';
import { allEvents } from './support/page-poller.ts';
import { callQuery, type SignedIn, signedIn, webToken } from './support/people.ts';
import { settle } from './support/settle.ts';

const api = useApi();

let foreign: Database;
let world: World;
let owner: SignedIn;
const open: EventStream[] = [];
beforeAll(() => {
  foreign = openTestDatabase(api().db.url, { maxConnections: 3 });
});
afterAll(() => foreign.close());
beforeEach(async () => {
  world = await createWorld(api());
  owner = await signedIn(api(), world.team.teamId, 'owner');
});
afterEach(() => {
  for (const stream of open.splice(0)) stream.close();
});

async function follow(input: object = {}): Promise<EventStream> {
  const text = encodeURIComponent(JSON.stringify({ teamId: world.team.teamId, ...input }));
  const stream = new EventStream(
    await request(`${api().url}/trpc/events.follow?input=${text}`, {
      Authorization: `Bearer ${await webToken(owner)}`,
    }),
  );
  open.push(stream);
  return stream;
}

type Message = LiveEvents & { id: string };

/** The messages of a stream, each with its tracked id. */
function messagesOf(stream: EventStream): Message[] {
  return stream.blocks
    .filter(({ id, data, event }) => id !== undefined && data !== undefined && event === undefined)
    .map(({ id = '', data = '' }) => ({ ...(JSON.parse(data) as LiveEvents), id }));
}
const idsOf = (stream: EventStream) => messagesOf(stream).flatMap(({ events }) => events.map(({ id }) => id));

const end = async () => {
  await settle(api());
  const { data } = await callQuery(api(), owner, 'events.end', { teamId: world.team.teamId });
  return (data as { id: string }).id;
};

/** Moves a task back and forth, and returns the ids of the events. */
async function moves(taskId: string, count: number): Promise<string[]> {
  for (let index = 0; index < count; index += 1) {
    await done(calls(api()).move(world.team.apiKey, taskId, index % 2 ? 'todo' : 'done'));
  }
  return (await allEvents(api(), world.team.teamId, world.team.apiKey)).slice(-count).map(({ id }) => id);
}

describe('events.follow', () => {
  it('sends each message with the id of its last event, from which the next stream continues', async () => {
    const taskId = await api().createTask(world.team);
    const stream = await follow({ lastEventId: await end() });
    const first = await moves(taskId, 6);
    await vi.waitFor(() => expect(idsOf(stream)).toEqual(first), { timeout: 60_000 });
    const messages = messagesOf(stream).filter(({ events }) => events.length > 0);
    for (const { id, events, hasGap } of messages) {
      expect(events.at(-1)?.id).toBe(id);
      expect(hasGap).toBe(false);
    }
    for (const { id } of messages) {
      const next = await follow({ lastEventId: id });
      const rest = first.slice(first.indexOf(id) + 1);
      const more = await moves(taskId, 2);
      const expected = [...rest, ...more];
      await vi.waitFor(() => expect(idsOf(next).slice(0, expected.length)).toEqual(expected), {
        timeout: 60_000,
      });
      first.push(...more);
    }
  });

  it('sends an owner all events, and after `events.end` no earlier ones', async () => {
    const stream = await follow({ lastEventId: await end() });
    const { email } = await signedIn(api(), world.team.teamId, 'viewer');
    await signIn(api(), email);
    await vi.waitFor(
      () =>
        expect(messagesOf(stream).flatMap(({ events }) => events.map(({ type }) => type))).toEqual([
          'member.added',
          'member.signed_in_on_new_device',
        ]),
      { timeout: 60_000 },
    );
  });

  it.each([
    [9, true],
    [10, false],
  ])(
    'ten missed events and maxMissedEvents %i: hasGap is %s, and the stream continues from there',
    async (maxMissedEvents, hasGap) => {
      const taskId = await api().createTask(world.team);
      const start = await end();
      const missed = await moves(taskId, 10);
      const stream = await follow({ lastEventId: start, maxMissedEvents });
      await vi.waitFor(() => expect(messagesOf(stream)).not.toHaveLength(0), { timeout: 60_000 });
      const [first] = messagesOf(stream);
      expect(first?.hasGap).toBe(hasGap);
      await vi.waitFor(() => expect(idsOf(stream)).toEqual(hasGap ? [] : missed), { timeout: 60_000 });
      const more = await moves(taskId, 3);
      await vi.waitFor(() => expect(idsOf(stream)).toEqual(hasGap ? more : [...missed, ...more]), {
        timeout: 60_000,
      });
      expect(
        messagesOf(stream)
          .slice(1)
          .some((message) => message.hasGap),
      ).toBe(false);
      if (!hasGap) return;
      const resumed = await follow({ lastEventId: first?.id, maxMissedEvents: 100 });
      await vi.waitFor(() => expect(idsOf(resumed)).toEqual(more), { timeout: 60_000 });
    },
  );

  it('does not count events outside of the filter as a gap', async () => {
    const [one, two] = [await api().createTask(world.team), await api().createTask(world.team)];
    const start = await end();
    await moves(one, 10);
    const [last] = await moves(two, 1);
    const stream = await follow({ lastEventId: start, maxMissedEvents: 5, taskId: two });
    await vi.waitFor(() => expect(idsOf(stream)).toEqual([last]), { timeout: 60_000 });
    expect(messagesOf(stream)[0]?.hasGap).toBe(false);
  });

  it.each([0, -1, 1.5, 100_001, '5'])('400: maxMissedEvents %s', async (maxMissedEvents) => {
    const stream = await follow({ maxMissedEvents });
    await stream.expectEnd();
    expect(stream.text).toContain('VALIDATION_ERROR');
  });

  it('tells a page rendered for another role to reload, and streams to a page for the current role', async () => {
    const other = await follow({ role: 'viewer' });
    await other.expectEnd();
    expect(other.text).toContain('FORBIDDEN');
    // It starts at the readable end of the log: the events of the preparation must be before that.
    await settle(api());
    const own = await follow({ role: 'owner' });
    await vi.waitFor(() => expect(messagesOf(own)).toHaveLength(1), { timeout: 60_000 });
    expect(messagesOf(own)[0]).toMatchObject({ events: [], hasGap: false });
  });

  it('400: a position that is not of this log', async () => {
    for (const lastEventId of ['x', '', '1-1', '18446744073709551615-1-00000000']) {
      const stream = await follow({ lastEventId });
      await stream.expectEnd();
      expect(stream.text).toContain('INVALID_CURSOR');
    }
  });
});

describe('board.counts returns its snapshot', () => {
  const counts = async () =>
    (await callQuery(api(), owner, 'board.counts', { teamId: world.team.teamId })).data as BoardCounts;
  const xidOf = (id: string) => parsePosition(id)?.xid ?? 0n;

  /** A task and its event, in a transaction that stays open. */
  async function createSlowly() {
    const writer = await OpenWriter.begin(foreign.pool);
    await writer.client.query(
      `insert into tasks (id, team_id, project_id, title) values ($1, $2, $3, 'Slow')`,
      [`c${crypto.randomUUID().replaceAll('-', '').slice(0, 24)}`, world.team.teamId, world.team.projectId],
    );
    const { teamId, projectId } = world.team;
    const snapshot = { projectId, status: 'todo', priority: 'normal' };
    const id = await writer.write({ teamId, type: 'task.created', snapshot });
    return { writer, xid: xidOf(id) };
  }

  it('includes an event exactly when `isVisibleIn` is true, also with open transactions', async () => {
    const created: bigint[] = [];
    const check = async () => {
      const { snapshot, todo } = await counts();
      expect(created.filter((xid) => isVisibleIn(snapshot, xid))).toHaveLength(todo.count);
      return todo.count;
    };
    const [first, second] = [await createSlowly(), await createSlowly()];
    created.push(first.xid, second.xid);
    expect(await check()).toBe(0);
    await api().createTask(world.team);
    const { rows } = await foreign.pool.query<{ xid: string }>(
      'select xid::text from events where team_id = $1 order by xid desc limit 1',
      [world.team.teamId],
    );
    created.push(BigInt(rows[0]?.xid ?? 0));
    expect(await check()).toBe(1);
    await second.writer.commit();
    expect(await check()).toBe(2);
    await first.writer.commit();
    expect(await check()).toBe(3);
  });

  it('returns its snapshot for an empty board too', async () => {
    const { snapshot, ...none } = await counts();
    expect(snapshot).toMatch(/^\d+:\d+:[\d,]*$/);
    const zero = { count: 0, isExact: true };
    expect(none).toEqual({ todo: zero, in_progress: zero, done: zero, cancelled: zero });
  });
});
