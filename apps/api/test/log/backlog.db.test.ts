import { ChangeNotifier } from '@crewboard/db';
import { createTestDatabase, type TestDatabase } from '@crewboard/db/testing';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { type Credential, Revocations } from '../../src/auth/revocations.ts';
import { followEvents } from '../../src/features/events/follow-events.ts';
import { readLog } from '../../src/features/events/log/read-log.ts';
import { createTeam } from '../../src/features/teams/create-team.ts';
import type { VerbContext } from '../../src/features/verb-context.ts';
import { EventFeed } from '../../src/workers/event-feed.ts';

const log = pino({ level: 'silent' });
let db: TestDatabase;
let changeNotifier: ChangeNotifier;
let feed: EventFeed;
let revocations: Revocations;

beforeAll(async () => {
  db = await createTestDatabase(inject('postgresUrl'));
  changeNotifier = new ChangeNotifier(db.url);
  feed = new EventFeed({ db, changeNotifier, log });
  revocations = new Revocations(db, log);
});

afterAll(async () => {
  revocations.close();
  await feed.close();
  await changeNotifier.close();
  await db.close();
});

it('ends a lagging stream with its credential, and sends no more of the backlog', async () => {
  const { teamId } = await createTeam({ ctx: { db }, input: { name: 'Behind' } });
  await db.pool.query(
    `insert into events (team_id, actor_kind, type, subject_type, subject_id, snapshot)
     select $1, 'system', 'task.updated', 'task', 'x', '{}' from generate_series(1, 1000)`,
    [teamId],
  );
  // While another transaction is open, the events come from the feed instead of the log.
  await expect
    .poll(
      async () => (await readLog(db.pool, { teamId, subjects: ['task'], order: 'asc', limit: 1_000 })).events,
    )
    .toHaveLength(1_000);
  const { rows } = await db.pool.query<{ id: string; hash: Buffer }>(
    'select id, token_hash as hash from api_keys where team_id = $1',
    [teamId],
  );
  const { id = '', hash = Buffer.of() } = rows[0] ?? {};
  const credential: Credential = { kind: 'key', id, hash };
  const actor = { kind: 'key', id, teamId, access: 'manage' } as const;
  const ctx = { db, feed, revocations, actor, credential, response: {} } as unknown as VerbContext;

  const stream = await followEvents({ ctx, input: { teamId, lastEventId: '0' } });
  expect((await stream.next()).value).toMatchObject({ events: [] });
  expect((await stream.next()).value.events).toHaveLength(200);

  const ended = vi.fn();
  revocations.watch(credential, ended);
  await db.pool.query('update api_keys set revoked_at = now() where id = $1', [id]);
  await vi.waitFor(() => expect(ended).toHaveBeenCalled(), { timeout: 60_000 });
  await expect(stream.next()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
});
