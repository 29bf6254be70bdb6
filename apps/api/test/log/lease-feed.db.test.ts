import type { LeaseExtension } from '@crewboard/contracts';
import { ChangeNotifier } from '@crewboard/db';
import { createTestDatabase, type TestDatabase } from '@crewboard/db/testing';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { LeaseFeed } from '../../src/workers/lease-feed.ts';

let db: TestDatabase;
const notifiers: ChangeNotifier[] = [];
const feeds: LeaseFeed[] = [];
beforeAll(async () => {
  db = await createTestDatabase(inject('postgresUrl'));
});
afterAll(async () => {
  for (const feed of feeds) feed.close();
  await Promise.all(notifiers.map((notifier) => notifier.close()));
  await db.close();
});

/** The lease feed of a process of its own, which is connected. */
async function startFeed(): Promise<LeaseFeed> {
  const notifier = new ChangeNotifier(db.url);
  notifiers.push(notifier);
  const feed = new LeaseFeed(notifier);
  feeds.push(feed);
  await vi.waitFor(() => expect(notifier.isConnected).toBe(true), { timeout: 60_000 });
  return feed;
}

const extension = (taskId: string): LeaseExtension => ({
  taskId,
  attempt: 1,
  leaseExpiresAt: '2026-11-21T10:00:00.000Z',
});

it('publishes nothing about a team that no other process follows, and splits what it publishes', async () => {
  const [sender, receiver] = [await startFeed(), await startFeed()];
  const payloads: string[] = [];
  notifiers.at(-1)?.subscribe('crewboard_lease_extensions', (payload) => payloads.push(payload));
  const received = new Set<string>();
  receiver.follow('watched', (extensions) => {
    for (const { taskId } of extensions) received.add(taskId);
  });
  await vi.waitFor(
    () => {
      sender.report('quiet', extension('unseen'));
      sender.report('watched', extension('first'));
      expect(received).toContain('first');
    },
    { timeout: 60_000 },
  );
  const ids = Array.from({ length: 300 }, (_, index) => `a-task-with-an-id-${index}`);
  for (const id of ids) sender.report('watched', extension(id));
  await vi.waitFor(() => expect([...received]).toEqual(expect.arrayContaining(ids)), { timeout: 60_000 });
  expect(payloads.filter((payload) => payload.includes('unseen'))).toEqual([]);
  expect(payloads.length).toBeGreaterThan(4);
});

it('tells the followers of its own process the newest time of at most 1,000 tasks at once', async () => {
  const feed = await startFeed();
  const batches: LeaseExtension[][] = [];
  const unfollow = feed.follow('own', (extensions) => batches.push(extensions));
  const later = { ...extension('task-0'), leaseExpiresAt: '2026-11-21T11:00:00.000Z' };
  for (let index = 0; index < 1_500; index += 1) feed.report('own', extension(`task-${index}`));
  feed.report('own', later);
  await vi.waitFor(() => expect(batches).toHaveLength(1), { timeout: 60_000 });
  expect(batches[0]).toHaveLength(1_000);
  expect(batches[0]?.filter(({ taskId }) => taskId === 'task-0')).toEqual([later]);

  unfollow();
  const ofOther = vi.fn();
  feed.report('own', extension('nobody'));
  feed.follow('other', ofOther);
  feed.report('other', extension('somebody'));
  await vi.waitFor(() => expect(ofOther).toHaveBeenCalledOnce(), { timeout: 60_000 });
  expect(batches).toHaveLength(1);
});
