import { Activity, AgentCompletions } from '@crewboard/contracts';
import type { Database } from '@crewboard/db';
import { openTestDatabase } from '@crewboard/db/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useApi } from '../harness.ts';
import { checkEach } from '../support/check-each.ts';
import { taskIn } from '../support/tasks.ts';
import { createWorld, type World } from '../support/world.ts';
import { OpenWriter } from './support/open-writer.ts';
import { callQuery, type SignedIn, signedIn } from './support/people.ts';

const api = useApi();
const minute = 60_000;
const day = 24 * 60 * minute;

let foreign: Database;
let world: World;
let viewer: SignedIn;
beforeAll(() => {
  foreign = openTestDatabase(api().db.url, { maxConnections: 3 });
});
afterAll(() => foreign.close());
beforeEach(async () => {
  world = await createWorld(api());
  viewer = await signedIn(api(), world.team.teamId, 'viewer');
});

const write = (type: 'task.claimed' | 'task.completed', time: number, actorId = world.ada.id) =>
  OpenWriter.writeOne(foreign.pool, {
    teamId: world.team.teamId,
    type,
    actorId,
    at: new Date(time).toISOString(),
  });

async function now(): Promise<number> {
  const { rows } = await api().db.pool.query<{ now: string }>('select now()');
  return Date.parse(rows[0]?.now ?? '');
}

describe('events.activity', () => {
  const activity = async () =>
    Activity.parse((await callQuery(api(), viewer, 'events.activity', { teamId: viewer.team })).data);

  it('has 30 consecutive minutes, the current one last, with zero for minutes without events', async () => {
    const before = await now();
    const { minutes } = await activity();
    const starts = minutes.map(({ start }) => Date.parse(start));
    expect(starts).toHaveLength(30);
    for (const [index, start] of starts.entries()) expect(start).toBe((starts[0] ?? 0) + index * minute);
    const last = starts.at(-1) ?? 0;
    expect([before, await now()].map((time) => time - (time % minute))).toContain(last);
    expect(minutes.every(({ claims, completions }) => claims === 0 && completions === 0)).toBe(true);
  });

  it('counts claims and completions of this team per minute, and nothing older', async () => {
    const theirs = await createWorld(api());
    const { minutes: empty } = await activity();
    const starts = empty.map(({ start }) => Date.parse(start));
    const first = starts[0] ?? 0;
    await write('task.claimed', first - 1);
    await write('task.claimed', first);
    await write('task.completed', first + minute - 1);
    await write('task.completed', (starts[10] ?? 0) + 5);
    await write('task.completed', (starts[10] ?? 0) + 59_999);
    await taskIn(api(), world, 'completed by Ada');
    await taskIn(api(), world, 'held by Ada');
    await taskIn(api(), theirs, 'held by Ada');
    const { minutes } = await activity();
    const sum = (field: 'claims' | 'completions') => minutes.reduce((total, each) => total + each[field], 0);
    const at = (start: number) => minutes.find((each) => Date.parse(each.start) === start);
    expect(at(starts[10] ?? 0)).toMatchObject({ claims: 0, completions: 2 });
    // The oldest minute is still included, unless a minute has ended meanwhile.
    const isInWindow = at(first) !== undefined;
    if (isInWindow) expect(at(first)).toMatchObject({ claims: 1, completions: 1 });
    expect(sum('claims')).toBe(isInWindow ? 2 : 1);
    expect(sum('completions')).toBe(isInWindow ? 4 : 3);
  });
});

describe('agents.completions', () => {
  const completions = async (agentId: string, timeZone?: string) =>
    AgentCompletions.parse((await callQuery(api(), viewer, 'agents.completions', { agentId, timeZone })).data)
      .days;

  const dateIn = (timeZone: string, time: number) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(time);

  it('has 30 consecutive days, today last, with zero for days without completions', async () => {
    const before = await now();
    const days = await completions(world.ada.id);
    expect(days).toHaveLength(30);
    const dates = days.map(({ date }) => Date.parse(date));
    for (const [index, date] of dates.entries()) expect(date).toBe((dates[0] ?? 0) + index * day);
    expect([before, await now()].map((time) => dateIn('UTC', time))).toContain(days.at(-1)?.date);
    expect(days.every(({ count }) => count === 0)).toBe(true);
  });

  it('counts only completions of this agent', async () => {
    await taskIn(api(), world, 'completed by Ada');
    await taskIn(api(), world, 'completed by Ada');
    await taskIn(api(), world, 'held by Ada');
    await taskIn(api(), world, 'done by nobody');
    const sum = (days: { count: number }[]) => days.reduce((total, { count }) => total + count, 0);
    expect(sum(await completions(world.ada.id))).toBe(2);
    expect(sum(await completions(world.bob.id))).toBe(0);
  });

  it.each([
    'UTC',
    'Europe/Berlin',
    'America/Los_Angeles',
    'Asia/Kathmandu',
    'Pacific/Kiritimati',
    'Etc/GMT+5',
  ])('begins a day at midnight in %s', async (timeZone) => {
    const time = await now();
    const hours = Array.from({ length: 60 }, (_, index) => time - 5 * day + index * 60 * minute);
    await foreign.pool.query(
      `insert into events (team_id, actor_kind, actor_id, type, subject_type, subject_id, snapshot, created_at)
       select $1, 'agent', $2, 'task.completed', 'task', 'subject', '{}', at from unnest($3::timestamptz[]) as at`,
      [world.team.teamId, world.ada.id, hours.map((hour) => new Date(hour).toISOString())],
    );
    const expected = new Map<string, number>();
    for (const hour of hours) {
      const date = dateIn(timeZone, hour);
      expected.set(date, (expected.get(date) ?? 0) + 1);
    }
    const days = await completions(world.ada.id, timeZone);
    expect(days).toHaveLength(30);
    expect([time, await now()].map((each) => dateIn(timeZone, each))).toContain(days.at(-1)?.date);
    expect(new Map(days.filter(({ count }) => count > 0).map(({ date, count }) => [date, count]))).toEqual(
      new Map([...expected].toSorted()),
    );
  });

  it('includes the first instant of the first day, and excludes the one before', async () => {
    const [first] = await completions(world.ada.id);
    const start = Date.parse(first?.date ?? '');
    await write('task.completed', start - 1);
    await write('task.completed', start);
    const days = await completions(world.ada.id);
    expect(days.reduce((total, { count }) => total + count, 0)).toBe(1);
    expect(days[0]?.count).toBe(days[0]?.date === first?.date ? 1 : 0);
  });

  it('counts completions whose time order differs from the log order', async () => {
    const [slow, quick] = [await OpenWriter.begin(foreign.pool), await OpenWriter.begin(foreign.pool)];
    await slow.client.query('select pg_current_xact_id()');
    const event = { teamId: world.team.teamId, type: 'task.completed', actorId: world.ada.id } as const;
    const time = (await now()) - 10 * day;
    await quick.write({ ...event, at: new Date(time).toISOString() });
    await quick.commit();
    await slow.write({ ...event, at: new Date(time + 1_000).toISOString() });
    await slow.commit();
    // No older event lies in these 30 days.
    await foreign.pool.query(`delete from events where team_id = $1 and type <> 'task.completed'`, [
      viewer.team,
    ]);
    const days = await completions(world.ada.id);
    expect(days.reduce((total, { count }) => total + count, 0)).toBe(2);
  });

  it('accepts every time zone of browsers', async () => {
    const failed: string[] = [];
    const { rows } = await api().db.pool.query<{ name: string }>('select name from pg_timezone_names');
    const known = new Set(rows.map(({ name }) => name));
    const all = Intl.supportedValuesOf('timeZone');
    // What PostgreSQL has under this very name differs in nothing but the name: every tenth will do.
    const unusual = all.filter((name, index) => index % 10 === 0 || !known.has(name));
    for (const timeZone of [...unusual, 'europe/berlin', 'GMT', 'Etc/UTC']) {
      const { status } = await callQuery(api(), viewer, 'agents.completions', {
        agentId: world.ada.id,
        timeZone,
      });
      if (status !== 200) failed.push(`${timeZone}: ${status}`);
    }
    expect(failed).toEqual([]);
  });

  it('400: any other time zone', async () => {
    const names = [
      '',
      'Mars/Olympus',
      'Nowhere/Nothing',
      'x'.repeat(101),
      '\0',
      'posix/UTC',
      'localtime',
      'AET',
    ];
    const offsets = ['+05:30', '-08:00', 'UTC+2', "UTC'"];
    const zones = Object.fromEntries([...names, ...offsets].map((zone) => [JSON.stringify(zone), zone]));
    await checkEach(zones, async (timeZone) => {
      const input = { agentId: world.ada.id, timeZone };
      const { problem } = await callQuery(api(), viewer, 'agents.completions', input);
      expect(problem).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' });
    });
  });

  it('404: an agent of another team, and an id that is not an agent', async () => {
    const theirs = await createWorld(api());
    for (const agentId of [theirs.ada.id, world.team.projectId, 'x']) {
      const { problem } = await callQuery(api(), viewer, 'agents.completions', { agentId });
      expect(problem?.code).toBe('NOT_FOUND');
    }
  });
});
