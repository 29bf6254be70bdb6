import { Event, EventPage } from '@crewboard/contracts';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { maxScannedEvents } from '../../src/features/events/log/scan-log.ts';
import { expectBody, type Reply, type TestTeam, useApi } from '../harness.ts';
import { eventIdSql } from '../support/event-id.ts';
import { closeStreams, openStream } from './support/event-stream.ts';
import { page } from './support/page-poller.ts';
import { callQuery, type SignedIn, signedIn } from './support/people.ts';
import { settle } from './support/settle.ts';

// Pages of events that few events match: each looks at a bounded part of the log.
const api = useApi();

const events = 2 * maxScannedEvents + 500;
const type = 'task.completed';
const actorId = 'rare';
/** The places of the events that match, from the oldest on: the first, one in the middle and the last. */
const places = [1, maxScannedEvents + 7, events];

let team: TestTeam;
let admin: SignedIn;
/** All events of the team, the oldest first. */
let ids: string[];
beforeAll(async () => {
  team = await api().createTeam();
  admin = await signedIn(api(), team.teamId, 'admin');
  await api().db.pool.query('delete from events where team_id = $1', [team.teamId]);
  ids = await insertEvents(team.teamId, events, places);
  await settle(api());
});
afterEach(closeStreams);

const subjectOf = ({ teamId }: TestTeam) => `task of ${teamId}`;

async function insertEvents(teamId: string, count: number, matching: number[]): Promise<string[]> {
  const { rows } = await api().db.pool.query<{ id: string }>(
    `insert into events (team_id, type, subject_type, subject_id, actor_kind, actor_id, snapshot)
     select $1, case when n = any($3::int[]) then '${type}' else 'task.moved' end, 'task', 'task of ' || $1, 'agent',
       case when n = any($3::int[]) then '${actorId}' else 'busy' end, '{}'
     from generate_series(1, $2::int) as n returning ${eventIdSql} as id`,
    [teamId, count, matching],
  );
  return rows.map(({ id }) => id);
}

type Read = { ids: string[]; cursors: (string | null)[] };

/** Follows the cursors to the end. */
async function readAll(
  readPage: (cursor: string | null) => Promise<{ ids: string[]; cursor: string | null }>,
) {
  const read: Read = { ids: [], cursors: [] };
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const next: { ids: string[]; cursor: string | null } = await readPage(cursor ?? null);
    read.ids.push(...next.ids);
    read.cursors.push(next.cursor);
    cursor = next.cursor;
  }
  return read;
}

const readList = (teamId: string, filter: Record<string, string>) =>
  readAll(async (cursor) => {
    const reply: Reply = await page(api(), teamId, team.apiKey, { ...filter, ...(cursor && { cursor }) });
    const rows = expectBody(reply, 200, z.array(Event));
    return { ids: rows.map(({ id }) => id), cursor: reply.headers.get('x-next-cursor') };
  });

const readAudit = (filter: object, who = admin) =>
  readAll(async (cursor) => {
    const { data } = await callQuery(api(), who, 'events.audit', { teamId: who.team, ...filter, cursor });
    const { events: rows, nextCursor } = EventPage.parse(data);
    return { ids: rows.map(({ id }) => id), cursor: nextCursor };
  });

const at = (place: number) => ids[place - 1] ?? '';
const expected = () => places.map(at);
const newestFirst = () => expected().toReversed();

it('the list of a type of tasks: the cursor is the last event that was looked at, and none is missed', async () => {
  expect(await readList(team.teamId, { type })).toEqual({
    ids: expected(),
    cursors: [at(maxScannedEvents), at(2 * maxScannedEvents), null],
  });
});

it.each([1, 2, 3])('pages of %i continue after their last event where they are full', async (limit) => {
  const { ids: read } = await readList(team.teamId, { type, limit: String(limit) });
  expect(read).toEqual(expected());
});

it('the newest first, and a page without an event of the filter has a cursor', async () => {
  const cursors = [at(events - maxScannedEvents + 1), at(events - 2 * maxScannedEvents + 1), null];
  expect(await readList(team.teamId, { type, order: 'desc' })).toEqual({ ids: newestFirst(), cursors });
});

it('the audit of an actor, alone and with a type, a subject and a time', async () => {
  for (const filter of [{}, { type }, { subjectId: subjectOf(team) }, { from: '2020-01-01T00:00:00Z' }])
    expect((await readAudit({ actorId, ...filter })).ids).toEqual(newestFirst());
  const none = await readAudit({ actorId: 'nobody' });
  expect(none.ids).toEqual([]);
  expect(none.cursors).toHaveLength(3);
});

it('a type of subjects that the filter excludes has one empty page', async () => {
  expect(await readAudit({ type, subjectType: 'agent' })).toEqual({ ids: [], cursors: [null] });
});

it('the subject of another team has one empty page', async () => {
  const { teamId } = await api().createTeam();
  const foreign = await signedIn(api(), teamId, 'admin');
  expect(await readAudit({ subjectId: subjectOf(team), actorId }, foreign)).toEqual({
    ids: [],
    cursors: [null],
  });
});

it('has no cursor where no event follows the last one that was looked at', async () => {
  const other = await api().createTeam();
  await api().db.pool.query('delete from events where team_id = $1', [other.teamId]);
  const written = await insertEvents(other.teamId, maxScannedEvents, [5]);
  await settle(api());
  const reply = await page(api(), other.teamId, other.apiKey, { type });
  expect(expectBody(reply, 200, z.array(Event)).map(({ id }) => id)).toEqual([written[4]]);
  expect(reply.headers.get('x-next-cursor')).toBeNull();
});

it('a stream of a type sends all that it missed', async () => {
  const query = `?type=${type}`;
  const stream = await openStream(api(), team.teamId, { token: team.apiKey, query, lastEventId: at(2) });
  await stream.expectId(at(events));
  expect(stream.ids).toEqual(expected().slice(1));
});
