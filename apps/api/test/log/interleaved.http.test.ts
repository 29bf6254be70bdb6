import type { Database } from '@crewboard/db';
import { openTestDatabase } from '@crewboard/db/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type TestTeam, useApi } from '../harness.ts';
import { useRandom } from '../support/random.ts';
import { closeStreams, type EventStream, openStream } from './support/event-stream.ts';
import { OpenWriter } from './support/open-writer.ts';
import { allEvents, PagePoller } from './support/page-poller.ts';

const api = useApi();
/** The connections of writers outside of the app. */
let foreign: Database;
let team: TestTeam;
/** The events of the creation of the team. */
let beginning: string[];
let pollers: PagePoller[];
let streams: EventStream[];

beforeAll(() => {
  foreign = openTestDatabase(api().db.url, { maxConnections: 20 });
});
afterAll(() => foreign.close());

beforeEach(async () => {
  team = await api().createTeam();
  pollers = [1, 3].map((limit) => new PagePoller(api(), team.teamId, team.apiKey, limit));
  beginning = (await allEvents(api(), team.teamId, team.apiKey)).map(({ id }) => id);
  const start = beginning.at(-1);
  streams = await Promise.all(
    [start, undefined].map((lastEventId) =>
      openStream(api(), team.teamId, { token: team.apiKey, lastEventId }),
    ),
  );
});
afterEach(async () => {
  closeStreams();
  await Promise.all(pollers.map((poller) => poller.stop()));
});

const write = (subjectId?: string) => OpenWriter.writeOne(foreign.pool, { teamId: team.teamId, subjectId });
const begin = () => OpenWriter.begin(foreign.pool);

/** Expects every reader to have received the events of this test. */
async function expectSeen(ids: string[]): Promise<void> {
  const last = ids.at(-1) ?? '';
  for (const stream of streams) await stream.expectId(last);
  await vi.waitFor(
    () => {
      for (const poller of pollers) expect(poller.ids).toContain(last);
    },
    { timeout: 60_000 },
  );
  // A reader that repeats an event has repeated it by now.
  for (const poller of pollers) await poller.waitForPolls();
  const readers = [...pollers.map((poller) => poller.ids), ...streams.map((stream) => stream.ids)];
  for (const seen of readers) expect(seen.filter((id) => !beginning.includes(id ?? ''))).toEqual(ids);
  for (const seen of readers) expect(new Set(seen).size).toBe(seen.length);
}

describe('readers by pages and by streams, with overlapping transactions', () => {
  it('do not skip an event with a low number and a late commit, and receive it in order', async () => {
    const slow = await begin();
    const early = await slow.write({ teamId: team.teamId });
    const late = await write();
    for (const poller of pollers) await poller.waitForPolls();
    for (const poller of pollers) expect(poller.ids).not.toContain(late);
    await slow.commit();
    await expectSeen([early, late]);
  });

  it('receive in order a transaction that began early and wrote late, despite its higher numbers', async () => {
    const slow = await begin();
    await slow.client.query('select pg_current_xact_id()');
    const second = await write();
    for (const poller of pollers) await poller.waitForPolls();
    const one = await slow.write({ teamId: team.teamId });
    const two = await slow.write({ teamId: team.teamId });
    await slow.commit();
    await expectSeen([one, two, second]);
  });

  it('never receive events of a rolled back transaction or savepoint', async () => {
    const [lost, partly] = [await begin(), await begin()];
    await lost.write({ teamId: team.teamId });
    const kept = await partly.write({ teamId: team.teamId });
    await partly.client.query('savepoint part');
    await partly.write({ teamId: team.teamId });
    await partly.client.query('rollback to savepoint part');
    const alsoKept = await partly.write({ teamId: team.teamId });
    await partly.commit();
    await lost.rollback();
    await expectSeen([kept, alsoKept, await write()]);
  });

  it('never receive events of a killed writer, and continue', async () => {
    const before = await write();
    const killed = await begin();
    await killed.write({ teamId: team.teamId });
    const after = await write();
    await api().db.pool.query('select pg_terminate_backend($1, 5000)', [killed.pid]);
    await killed.rollback();
    await expectSeen([before, after, await write()]);
  });

  it('receive each event once during 40 transactions that overlap, fail and are killed at random', async () => {
    const random = useRandom().below;
    const committed: string[] = [];
    const running: { writer: OpenWriter; ids: string[] }[] = [];
    for (let started = 0; started < 40 || running.length > 0; ) {
      if (started < 40 && running.length < 8 && random(2) === 0) {
        started += 1;
        running.push({ writer: await begin(), ids: [] });
        continue;
      }
      const index = random(Math.max(running.length, 1));
      const transaction = running[index];
      if (!transaction) continue;
      const { writer, ids } = transaction;
      if (random(3) > 0 && ids.length < 4) {
        ids.push(await writer.write({ teamId: team.teamId }));
        continue;
      }
      running.splice(index, 1);
      const outcome = random(6);
      if (outcome === 0) {
        await api().db.pool.query('select pg_terminate_backend($1, 5000)', [writer.pid]);
        await writer.rollback();
      } else if (outcome === 1) await writer.rollback();
      else {
        await writer.commit();
        committed.push(...ids);
      }
    }
    const place = (id: string) => id.split('-').slice(0, 2).map(BigInt) as [bigint, bigint];
    const inOrder = committed.toSorted((a, b) => {
      const [[xidA, idA], [xidB, idB]] = [place(a), place(b)];
      return Number(xidA === xidB ? idA - idB : xidA - xidB);
    });
    expect(inOrder).not.toEqual(committed);
    await expectSeen([...inOrder, await write()]);
  });

  it('wait for an open transaction of another team, and lose nothing', async () => {
    const other = await api().createTeam('Other');
    const slow = await begin();
    await slow.write({ teamId: other.teamId });
    const ours = await write();
    await slow.commit();
    await expectSeen([ours]);
    expect((await allEvents(api(), other.teamId, other.apiKey)).map(({ teamId }) => teamId)).toContain(
      other.teamId,
    );
  });
});

it('receive exactly the later events from any cursor, as page and as stream', async () => {
  const taskId = await api().createTask(team);
  for (let index = 0; index < 6; index += 1) {
    const writer = await begin();
    for (let count = 0; count <= index % 3; count += 1)
      await writer.write({ teamId: team.teamId, subjectId: taskId });
    await (index === 3 ? writer.rollback() : writer.commit());
  }
  const ids = (await allEvents(api(), team.teamId, team.apiKey)).map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(8);
  for (const [index, id] of ids.entries()) {
    const rest = ids.slice(index + 1);
    const events = await allEvents(api(), team.teamId, team.apiKey, { cursor: id, limit: '4' });
    expect(events.map((event) => event.id)).toEqual(rest);
    const stream = await openStream(api(), team.teamId, { token: team.apiKey, lastEventId: id });
    if (rest.length > 0) await stream.expectId(rest.at(-1) ?? '');
    expect(stream.ids).toEqual(rest);
  }
});
