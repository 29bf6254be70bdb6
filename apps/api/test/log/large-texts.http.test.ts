import { signWebToken } from '@crewboard/app-secret';
import { type Event, type LiveEvents, type LoggedEvent, Task } from '@crewboard/contracts';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { readLog } from '../../src/features/events/log/read-log.ts';
import { EventFrames } from '../../src/http/event-streams/event-frames.ts';
import { TeamTurns } from '../../src/limits/team-turns.ts';
import { appSecret, type TestTeam, useApi } from '../harness.ts';
import { createPerson, sessionOf } from '../support/people.ts';
import { calls, done } from '../support/tasks.ts';
import { closeStreams, openStream } from './support/event-stream.ts';
import { allEvents } from './support/page-poller.ts';
import { settle } from './support/settle.ts';

const api = useApi();
const mebibyte = 1024 * 1024;
/** 400 KB in UTF-8, which do not compress. */
const large = (first: string) => {
  let text = first;
  for (let n = first.charCodeAt(0); text.length < 199_999; n = (n * 48_271) % 2_147_483_647) {
    text += String.fromCodePoint(0x1_0000 + (n % 0x1_0000));
  }
  return text;
};

let team: TestTeam;
beforeAll(async () => {
  team = await api().createTeam();
});
afterEach(() => closeStreams());

const update = (taskId: string, body: object) => done(calls(api()).update(team.apiKey, taskId, body));
const databaseBytes = async () => {
  await api().owner.query('checkpoint');
  const { rows } = await api().db.pool.query<{ size: string }>(
    'select pg_database_size(current_database()) as size',
  );
  return Number(rows[0]?.size);
};

/** A task with a description and a result of 400 KB each. */
async function createLargeTask(): Promise<string> {
  const agent = await api().createAgent(team);
  const taskId = await api().createTask(team, { description: large('d') });
  await done(calls(api()).complete(agent.token, taskId, { body: { result: large('r') } }));
  return taskId;
}

describe('texts above 1 KiB', () => {
  it('are not copied into events: 200 comments on a task of 800 KB take less than 2 MB', async () => {
    const taskId = await createLargeTask();
    const before = await databaseBytes();
    for (let n = 0; n < 50; n += 1) {
      await Promise.all([1, 2, 3, 4].map(() => api().createComment(team, taskId, 'x')));
    }
    expect((await databaseBytes()) - before).toBeLessThan(2 * mebibyte);
  });

  it.each([
    ['1,024 bytes stay in the event', 'é'.repeat(512), 0],
    ['1,025 bytes are stored once', `${'é'.repeat(512)}x`, 1],
  ])('%s', async (_, description, rows) => {
    const taskId = await api().createTask(team, { description });
    await update(taskId, { title: 'Another title' });
    const stored = await api().db.pool.query('select from task_texts where task_id = $1', [taskId]);
    expect(stored.rowCount).toBe(rows);
    const events = await allEvents(api(), team.teamId, team.apiKey, { taskId });
    expect(events.map(({ snapshot }) => snapshot.description)).toEqual([description, description]);
  });

  it('are complete in every event that clients read, with the old and new values of its time', async () => {
    const [first, second] = [large('a'), large('b')];
    const taskId = await api().createTask(team, { description: first });
    await update(taskId, { title: 'Renamed' });
    await update(taskId, { description: second });
    await update(taskId, { description: null });
    const events = await allEvents(api(), team.teamId, team.apiKey, { taskId });
    expect(events.map(({ snapshot }) => snapshot.description === first)).toEqual([true, true, false, false]);
    expect(events.map(({ changes }) => changes && Object.keys(changes))).toEqual([
      null,
      ['title'],
      ['description'],
      ['description'],
    ]);
    expect(events[2]?.changes?.description).toEqual({ before: first, after: second });
    expect(events[3]?.changes?.description).toEqual({ before: second, after: null });
  });

  it('are complete in the stream of events', async () => {
    const stream = await openStream(api(), team.teamId, { token: team.apiKey });
    const description = large('s');
    const taskId = await api().createTask(team, { description });
    const event = await vi.waitUntil(() => stream.events.find(({ subject }) => subject.id === taskId), {
      timeout: 60_000,
    });
    expect(Task.parse(event.snapshot).description === description).toBe(true);
  });

  it('are references in the stream of the dashboard', async () => {
    const { email } = await createPerson(api(), team.teamId, 'member');
    const claims = { session: await sessionOf(api(), email), team: team.teamId };
    const token = await signWebToken(appSecret, claims);
    const input = encodeURIComponent(JSON.stringify({ teamId: team.teamId }));
    const closing = new AbortController();
    const stream = await fetch(`${api().url}/trpc/events.follow?input=${input}`, {
      headers: { Authorization: `Bearer ${token}` },
      signal: closing.signal,
    });
    const taskId = await api().createTask(team, { description: large('l') });
    let text = '';
    for await (const chunk of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      if (text.includes(taskId) && text.endsWith('\n\n')) break;
    }
    closing.abort();
    const message = text.split('\n').find((line) => line.startsWith('data: ') && line.includes(taskId));
    const { events } = JSON.parse(message?.slice(6) ?? '') as LiveEvents;
    const found = events.find(({ subject }) => subject.id === taskId);
    expect(found?.snapshot.description).toEqual({ textVersion: 1, bytes: Buffer.byteLength(large('l')) });
  });

  it('are read and serialised once for all streams', async () => {
    const taskId = await api().createTask(team, { description: large('o') });
    const query = { teamId: team.teamId, subjectId: taskId, order: 'asc', limit: 1 } as const;
    const read = async () => (await readLog(api().db.pool, { ...query, subjects: ['task'] })).events;
    await expect.poll(read).toHaveLength(1);
    const frames = new EventFrames(() => api().db.pool, new TeamTurns());
    const [event] = (await read()) as [LoggedEvent];
    const [one, another] = await Promise.all([frames.of(event), frames.of(event)]);
    expect(one).toBe(another);
    expect(await frames.of({ ...event })).toBe(one);
  });
});

describe('a page of events', () => {
  it('ends at 4 MiB, with a cursor to the next one', async () => {
    const taskId = await api().createTask(team, { description: large('0') });
    for (const letter of 'abcdefgh') await update(taskId, { description: large(letter) });
    await settle(api());
    const ids: string[] = [];
    let cursor: string | null = '';
    for (let pages = 0; cursor !== null; pages += 1) {
      expect(pages).toBeLessThan(20);
      const reply = await api().request(
        'GET',
        `/api/tasks/${taskId}/events?limit=100${cursor && `&cursor=${cursor}`}`,
        { token: team.apiKey },
      );
      expect(Buffer.byteLength(reply.text)).toBeLessThan(6 * mebibyte);
      ids.push(...(reply.body as Event[]).map(({ id }) => id));
      cursor = reply.headers.get('x-next-cursor');
    }
    expect(ids).toHaveLength(9);
    expect(new Set(ids).size).toBe(9);
  });
});
