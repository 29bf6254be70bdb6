import { type Event, EventPage } from '@crewboard/contracts';
import type { Database } from '@crewboard/db';
import { openTestDatabase } from '@crewboard/db/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useApi } from '../harness.ts';
import { eventIdSql } from '../support/event-id.ts';
import { calls, done, taskIn } from '../support/tasks.ts';
import { createProject, createWorld, rotateToken, type World } from '../support/world.ts';
import { OpenWriter } from './support/open-writer.ts';
import { callQuery, type SignedIn, signedIn } from './support/people.ts';
import { settle } from './support/settle.ts';

const api = useApi();

let world: World;
let owner: SignedIn;
let foreign: Database;
/** A team whose events have known times. */
let quiet: { teamId: string; owner: SignedIn };
beforeAll(async () => {
  foreign = openTestDatabase(api().db.url, { maxConnections: 4 });
  world = await createWorld(api());
  owner = await signedIn(api(), world.team.teamId, 'owner');
  for (const situation of ['completed by Ada', 'held by Ada', 'done by nobody'] as const) {
    await api().createComment(world.team, await taskIn(api(), world, situation));
  }
  await createProject(api(), world.team);
  await rotateToken(api(), world.team, world.bob.id);
  const { teamId } = await api().createTeam('Quiet');
  quiet = { teamId, owner: await signedIn(api(), teamId, 'admin') };
});
afterAll(() => foreign.close());

async function audit(who: SignedIn, filter: object = {}): Promise<EventPage> {
  await settle(api());
  return settledAudit(who, filter);
}

/** Reads the audit without waiting for the log: only when nothing was written since the last `audit`. */
async function settledAudit(who: SignedIn, filter: object): Promise<EventPage> {
  const { data, problem } = await callQuery(api(), who, 'events.audit', {
    teamId: who.team,
    limit: 100,
    ...filter,
  });
  expect(problem).toBeUndefined();
  return EventPage.parse(data);
}
const idsOf = async (who: SignedIn, filter: object = {}) =>
  (await audit(who, filter)).events.map(({ id }) => id);
const settledIdsOf = async (who: SignedIn, filter: object) =>
  (await settledAudit(who, filter)).events.map(({ id }) => id);

describe('events.audit', () => {
  it('shows all events of the team, newest first', async () => {
    const { rows } = await api().db.pool.query<{ id: string }>(
      `select ${eventIdSql} as id from events where team_id = $1 order by xid desc, id desc`,
      [world.team.teamId],
    );
    const { events, nextCursor } = await audit(owner);
    expect(events.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
    expect(nextCursor).toBeNull();
    expect(new Set(events.map(({ subject }) => subject.type))).toEqual(
      new Set(['task', 'agent', 'project', 'api_key', 'member']),
    );
    expect(JSON.stringify(events)).not.toMatch(/cb_(team|agent)_[0-9A-Za-z]{30}|password|\$argon2/i);
  });

  it.each(['member', 'viewer'] as const)('rejects a %s, agents and keys', async (role) => {
    const who = await signedIn(api(), world.team.teamId, role);
    const { problem } = await callQuery(api(), who, 'events.audit', { teamId: who.team });
    expect(problem).toMatchObject({ status: 403, code: 'FORBIDDEN' });
  });

  it('responds with 404 for another team', async () => {
    const { problem } = await callQuery(api(), owner, 'events.audit', { teamId: quiet.teamId });
    expect(problem?.code).toBe('NOT_FOUND');
  });

  it('filters by actor, type, kind of subject and subject, alone and combined', async () => {
    const { events } = await audit(owner);
    const filtersOf = ({ actor, type, subject }: Event) => ({
      actorId: actor.id ?? undefined,
      type,
      subjectType: subject.type,
      subjectId: subject.id,
    });
    type Filters = Partial<ReturnType<typeof filtersOf>>;
    const check = async (filters: Filters) => {
      const names = Object.keys(filters) as (keyof Filters)[];
      const expected = events.filter((event) => {
        const own = filtersOf(event);
        return names.every((name) => filters[name] === undefined || filters[name] === own[name]);
      });
      const seen = await settledIdsOf(owner, filters);
      expect(seen, JSON.stringify(filters)).toEqual(expected.map(({ id }) => id));
    };
    const select = (filters: Filters, mask: number): Filters =>
      Object.fromEntries(Object.entries(filters).filter((_, place) => mask & (1 << place)));
    // One event of each actor and type.
    const some = [...new Map(events.map((event) => [`${event.actor.id} ${event.type}`, event])).values()];
    for (const [index, event] of some.entries()) {
      const filters = filtersOf(event);
      const { actorId } = filtersOf(some.at(index - 1) ?? event);
      // Every selection of the four for some; and the actor of one event with the rest of another, which may match
      // none.
      const masks = index < 4 ? Array.from({ length: 16 }, (_, mask) => mask) : [1, 2, 4, 8, 15];
      const all = [...masks.map((mask) => select(filters, mask)), { ...filters, actorId }];
      // Nothing is written meanwhile, so they need not wait for one another.
      await Promise.all(all.map(check));
    }
  });

  it('returns nothing for an unknown actor or subject', async () => {
    expect(await idsOf(owner, { actorId: 'nobody' })).toEqual([]);
    expect(await idsOf(owner, { subjectId: 'nothing' })).toEqual([]);
  });

  it.each([1, 2, 5])('pages of %i show each event once, also while events are added', async (limit) => {
    const before = await idsOf(owner);
    const taskId = await api().createTask(world.team);
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page: EventPage = await audit(owner, { limit, cursor });
      seen.push(...page.events.map(({ id }) => id));
      cursor = page.nextCursor;
      await done(calls(api()).move(world.team.apiKey, taskId, seen.length % 2 ? 'done' : 'cancelled'));
    }
    expect(seen.slice(1)).toEqual(before);
  });
});

describe('the time range of events.audit', () => {
  /**
   * The times of events are near those of their transactions: these are all within a minute of this, which each test
   * sets anew.
   */
  let start: number;
  beforeEach(() => {
    start = Date.now();
  });
  const time = (milliseconds: number) => new Date(start + milliseconds).toISOString();
  const at = (when: string) => OpenWriter.writeOne(foreign.pool, { teamId: quiet.teamId, at: when });
  const between = (from?: string, to?: string) => idsOf(quiet.owner, { from, to, type: 'task.updated' });

  it('includes `from` and excludes `to`', async () => {
    const times = [time(0), time(1), time(20_000)];
    const ids: string[] = [];
    for (const each of times) ids.push(await at(each));
    const [a, b, c] = ids as [string, string, string];
    expect(await between(times[0], times[2])).toEqual([b, a]);
    expect(await between(times[0], time(20_001))).toEqual([c, b, a]);
    expect(await between(times[1], times[2])).toEqual([b]);
    expect(await between(times[1], times[1])).toEqual([]);
    expect(await between(time(0).replace('Z', '5Z'), time(10_000))).toEqual([b]);
    expect(await between('2025-01-01T00:00:00Z', times[0])).toEqual([]);
    expect(await between(undefined, times[1])).toEqual([a]);
    expect((await between(times[2])).at(-1)).toBe(c);
    expect(await between('2100-01-01T00:00:00Z')).toEqual([]);
    expect(await between(times[2], times[0])).toEqual([]);
  });

  // The position comes from the transaction and the time from the event: their orders may differ.
  it('finds events whose time order differs from the log order, with any range', async () => {
    const [first, second] = [await OpenWriter.begin(foreign.pool), await OpenWriter.begin(foreign.pool)];
    await first.client.query('select pg_current_xact_id()');
    const early = await second.write({ teamId: quiet.teamId, at: time(30_000) });
    await second.commit();
    const late = await first.write({ teamId: quiet.teamId, at: time(31_000) });
    await first.commit();
    expect(await between(time(29_000), time(35_000))).toEqual([early, late]);
    expect(await between(time(29_000), time(31_000))).toEqual([early]);
    expect(await between(time(31_000), time(35_000))).toEqual([late]);
  });

  it.each([
    'yesterday',
    '2026-01-01',
    '2026-01-01T10:00:00',
    '2026-01-01T10:00:00+02:00',
    '2026-02-30T10:00:00Z',
    '2026-01-01T25:00:00Z',
    '',
  ])('400: the time "%s"', async (time) => {
    for (const filter of [{ from: time }, { to: time }]) {
      const { problem } = await callQuery(api(), quiet.owner, 'events.audit', {
        teamId: quiet.teamId,
        ...filter,
      });
      expect(problem).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' });
    }
  });

  it.each(['0000-01-01T00:00:00Z', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z'])(
    'the time %s causes no 5xx',
    async (time) => {
      for (const filter of [{ from: time }, { to: time }]) {
        const { status } = await callQuery(api(), quiet.owner, 'events.audit', {
          teamId: quiet.teamId,
          ...filter,
        });
        expect([200, 400]).toContain(status);
      }
    },
  );
});

describe('events.history', () => {
  it('returns the history of one task in pages, newest first, to every member', async () => {
    const viewer = await signedIn(api(), world.team.teamId, 'viewer');
    const taskId = await taskIn(api(), world, 'completed by Ada');
    for (let index = 0; index < 7; index += 1) {
      await done(calls(api()).move(world.team.apiKey, taskId, index % 2 ? 'todo' : 'cancelled'));
    }
    await api().createComment(world.team, taskId);
    await settle(api());
    const reply = await api().request('GET', `/api/tasks/${taskId}/events`, { token: world.ada.token });
    const all = (reply.body as { id: string }[]).map(({ id }) => id).toReversed();
    expect(all.length).toBeGreaterThanOrEqual(10);
    for (const limit of [1, 3, 100]) {
      const seen: string[] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const { data } = await callQuery(api(), viewer, 'events.history', { taskId, limit, cursor });
        const page = EventPage.parse(data);
        seen.push(...page.events.map(({ id }) => id));
        cursor = page.nextCursor;
      }
      expect(seen).toEqual(all);
    }
  });

  it('404: a task of another team, and an id that is not a task', async () => {
    const theirs = await createWorld(api());
    for (const taskId of [await api().createTask(theirs.team), world.ada.id, 'x']) {
      const { problem } = await callQuery(api(), owner, 'events.history', { taskId });
      expect(problem?.code).toBe('NOT_FOUND');
    }
  });
});
