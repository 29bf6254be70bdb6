import type { Event, EventPage } from '@crewboard/contracts';
import { expect, test, vi } from 'vitest';
import { exportFormats } from './export-format.ts';
import { streamEvents } from './stream-events.ts';

const event = (id: string): Event => ({
  id,
  type: 'task.created',
  teamId: 't',
  subject: { type: 'task', id: 'x' },
  actor: { kind: 'system', id: null, name: null },
  requestId: null,
  snapshot: { title: `=${id}` },
  changes: null,
  createdAt: '2026-11-21T00:00:00.000Z',
});
const page = (id: string, nextCursor: string | null): EventPage => ({
  events: [{ ...event(id), xid: '7', number: id }],
  nextCursor,
  historyRemovedAt: null,
});
const textOf = (stream: ReadableStream<Uint8Array>) => new Response(stream).text();

test('writes each event of all pages once', async () => {
  const readPage = vi.fn(async (cursor: string) => (cursor === '1' ? page('2', '2') : page('3', null)));
  const text = await textOf(streamEvents(page('1', '1'), readPage, exportFormats.jsonl));
  expect(
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([event('1'), event('2'), event('3')]);
  expect(readPage.mock.calls).toEqual([['1'], ['2']]);
});

test('goes on after a page without events that has a cursor', async () => {
  const none = { events: [], nextCursor: '1', historyRemovedAt: null };
  const readPage = vi.fn(async (cursor: string) =>
    cursor === '1' ? { ...none, nextCursor: '2' } : page('3', null),
  );
  const text = await textOf(streamEvents(none, readPage, exportFormats.jsonl));
  expect(JSON.parse(text)).toEqual(event('3'));
  expect(readPage.mock.calls).toEqual([['1'], ['2']]);
});

test('starts a CSV file with a header row, also without events', async () => {
  const none = streamEvents(
    { events: [], nextCursor: null, historyRemovedAt: null },
    vi.fn(),
    exportFormats.csv,
  );
  const head =
    '"time","id","type","subject_type","subject_id","subject","actor_kind","actor_id","actor","request_id","changes"\r\n';
  expect(await textOf(none)).toBe(head);
  const one = streamEvents(page('1', null), vi.fn(), exportFormats.csv);
  expect(await textOf(one)).toBe(
    `${head}"2026-11-21T00:00:00.000Z","1","task.created","task","x","'=1","system","","","",""\r\n`,
  );
});

test('reads a page only after the previous one was consumed, and none after a cancellation', async () => {
  const readPage = vi.fn(async () => page('2', '2'));
  const reader = streamEvents(page('1', '1'), readPage, exportFormats.jsonl).getReader();
  await reader.read();
  expect(readPage).toHaveBeenCalledTimes(0);
  await reader.read();
  expect(readPage).toHaveBeenCalledTimes(1);
  await reader.cancel();
  expect(readPage).toHaveBeenCalledTimes(1);
});

test('aborts the stream when a page cannot be read, so that the file does not look complete', async () => {
  const readPage = () => Promise.reject(new Error('gone'));
  await expect(textOf(streamEvents(page('1', '1'), readPage, exportFormats.csv))).rejects.toThrow('gone');
});
