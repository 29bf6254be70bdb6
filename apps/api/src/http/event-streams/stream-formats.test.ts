import type { LiveEvents, LoggedEvent } from '@crewboard/contracts';
import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { TeamTurns } from '../../limits/team-turns.ts';
import { EventFrames } from './event-frames.ts';
import { restFormat, type StreamFormat, trpcFormat } from './stream-formats.ts';

// The events below refer to no texts, so nothing is read.
const eventFrames = new EventFrames(() => undefined as never, new TeamTurns());
const request = { server: { eventFrames } } as FastifyRequest;

const event = (number: number, title = 'A task'): LoggedEvent => ({
  id: `7-${number}-0000000a`,
  type: 'task.created',
  teamId: 'team',
  subject: { type: 'task', id: `task${number}` },
  actor: { kind: 'system', id: null, name: null },
  requestId: null,
  snapshot: { title },
  changes: null,
  createdAt: '2026-11-21T10:00:00.000Z',
  xid: '7',
  number: String(number),
});
/** Ids are opaque over REST, where nothing else tells the order. */
const overRest = ({ xid: _, number: __, ...rest }: LoggedEvent) => rest;
const message = (events: LoggedEvent[], more: Partial<LiveEvents> = {}): LiveEvents => ({
  events,
  hasGap: false,
  ...more,
});

async function piecesOf(format: StreamFormat, live: LiveEvents): Promise<Buffer[]> {
  const pieces: Buffer[] = [];
  const id = live.events.at(-1)?.id ?? '0';
  for await (const piece of format.toPieces(live, id, request)) pieces.push(piece);
  return pieces;
}
const frameOf = async (live: LiveEvents) => (await piecesOf(trpcFormat, live))[0];

it('serializes the same events once for all streams of a dashboard', async () => {
  const events = [event(1), event(2, 'Zwölf €')];
  const frame = await frameOf(message([...events]));
  expect(String(frame)).toBe(`data: ${JSON.stringify(message(events))}\nid: 7-2-0000000a\n\n`);
  expect(await frameOf(message([...events]))).toBe(frame);
});

it('serializes anew for a stream that gets other events, or more than events', async () => {
  const [first, second, last] = [event(1), event(2), event(3)];
  const all = [first, second, last];
  await frameOf(message(all));
  const lease = { taskId: 'task1', attempt: 1, leaseExpiresAt: '2026-11-21T10:00:00.000Z' };
  for (const other of [
    message([first, last]),
    message([second, last]),
    message([last]),
    message(all, { leases: [lease] }),
    message(all, { hasGap: true }),
    message([]),
    message(all),
  ]) {
    const id = other.events.at(-1)?.id ?? '0';
    expect(String(await frameOf(other))).toBe(`data: ${JSON.stringify(other)}\nid: ${id}\n\n`);
  }
});

it('sends a dashboard many events in messages of at most 256 KiB, each event once, with the position after it', async () => {
  const events = Array.from({ length: 40 }, (_, index) => event(index, '\u0001'.repeat(5_000)));
  const lease = { taskId: 'task1', attempt: 1, leaseExpiresAt: '2026-11-21T10:00:00.000Z' };
  const frames = (await piecesOf(trpcFormat, message(events, { leases: [lease] }))).map(String);
  const sent = frames.map((frame) => {
    const [, data = '', id] = /^data: (.+)\nid: (.+)\n\n$/.exec(frame) ?? [];
    return { live: JSON.parse(data) as LiveEvents, id };
  });
  expect(sent.flatMap(({ live }) => live.events)).toEqual(events);
  expect(sent.map(({ id }) => id)).toEqual(sent.map(({ live }) => live.events.at(-1)?.id));
  expect(sent.map(({ live }) => live.leases?.length ?? 0)).toEqual([...Array(sent.length - 1).fill(0), 1]);
  expect(frames.length).toBe(5);
  for (const frame of frames) expect(frame.length).toBeLessThan(256 * 1024 + 500);
});

it('writes events over REST together up to 64 KiB, a larger one alone, each once and in order', async () => {
  const events = Array.from({ length: 100 }, (_, index) =>
    event(index, 'x'.repeat(index === 50 ? 70_000 : 1_500)),
  );
  const pieces = await piecesOf(restFormat(), message(events));
  const frames = events.map(
    (each) => `id: ${each.id}\nevent: task.created\ndata: ${JSON.stringify(overRest(each))}\n\n`,
  );
  expect(pieces.join('')).toBe(frames.join(''));
  expect(pieces.map(({ length }) => length > 64 * 1024)).toEqual([false, false, true, false, false]);
});

it('shares the bytes of a large event between all streams over REST, without a copy for each', async () => {
  const large = message([event(1, 'x'.repeat(70_000))]);
  const [[piece], [same]] = [await piecesOf(restFormat(), large), await piecesOf(restFormat(), large)];
  expect(piece).toBe(same);
});

it('writes nothing over REST for a message without events', async () => {
  expect(await piecesOf(restFormat(), message([]))).toEqual([]);
});

it('reads the texts of an event only for the fields that may have them', async () => {
  const unreadable = new EventFrames(() => {
    throw new Error('The texts are read.');
  }, new TeamTurns());
  const large: LoggedEvent = { ...event(1), snapshot: { description: { textVersion: 1 } } };
  expect(String(await unreadable.of(large, ['id']))).toBe(
    'id: 7-1-0000000a\nevent: task.created\ndata: {"id":"7-1-0000000a"}\n\n',
  );
  for (const fields of [undefined, ['snapshot'], ['id', 'changes']])
    await expect(unreadable.of(large, fields)).rejects.toThrow('The texts are read.');
});
