import { openTestDatabase } from '@crewboard/db/testing';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { DeliveryMaker } from '../../src/workers/webhooks/delivery-maker.ts';
import { expectProblem, TestApi, type TestTeam } from '../harness.ts';
import { OwnPostgres } from '../support/own-postgres.ts';
import { closedPortUrl, createWebhook, listDeliveries } from '../support/webhooks.ts';
import { closeStreams, EventStream, openStream, request } from './support/event-stream.ts';
import { allEvents, page } from './support/page-poller.ts';
import { callQuery, type SignedIn, signedIn, webToken } from './support/people.ts';
import { SwitchedAddress } from './support/switched-address.ts';

// The database fails over to a standby that has not received the last writes. The standby gives their transactions
// and numbers to other events: a position that was lost must not be taken for one of these.

let primary: OwnPostgres;
let standby: OwnPostgres;
let address: SwitchedAddress;
let api: TestApi;
beforeAll(async () => {
  primary = await OwnPostgres.start();
  standby = await primary.startStandby();
  address = await SwitchedAddress.start(primary.port);
  const url = new URL(primary.url);
  url.port = String(address.port);
  api = await TestApi.serve({ ...openTestDatabase(url.href), url: url.href });
});
afterEach(closeStreams);
afterAll(async () => {
  api?.app.server.closeAllConnections();
  await api?.close();
  await address?.close();
  await primary?.remove();
  await standby?.remove();
});

/** As many as a busy team makes in some seconds. */
const eventCounts = { kept: 200, lost: 150, later: 400 };

/** What is created at once may be one transaction. */
async function createTasks(team: TestTeam, count: number, atOnce = 10): Promise<void> {
  for (let left = count; left > 0; left -= atOnce) {
    await Promise.all(Array.from({ length: Math.min(left, atOnce) }, () => api.createTask(team)));
  }
}

const idsOf = async ({ teamId, apiKey }: TestTeam): Promise<string[]> =>
  (await allEvents(api, teamId, apiKey)).map(({ id }) => id);

const open = (team: TestTeam, lastEventId?: string) =>
  openStream(api, team.teamId, { token: team.apiKey, lastEventId });

async function openOfBrowser(who: SignedIn, lastEventId: string): Promise<EventStream> {
  const input = encodeURIComponent(JSON.stringify({ teamId: who.team, lastEventId }));
  const headers = { Authorization: `Bearer ${await webToken(who)}` };
  return new EventStream(await request(`${api.url}/trpc/events.follow?input=${input}`, headers));
}

async function logEnd(who: SignedIn): Promise<string> {
  const { data } = await callQuery(api, who, 'events.end', { teamId: who.team });
  return (data as { id: string }).id;
}

/**
 * Writes an event on the new primary that has the transaction and number of a lost one, as it may happen by chance.
 * Returns the id of the lost one.
 */
async function takePlaceOf(lost: string[], { teamId }: TestTeam): Promise<string> {
  const nextXid = async () => {
    const [next] = await standby.query<{ xid: string }>(
      'select pg_snapshot_xmax(pg_current_snapshot())::text as xid',
    );
    return BigInt(next?.xid ?? 0);
  };
  for (const id of lost) {
    const { xid, number } = placeOf(id);
    // The first statement takes a transaction as well.
    if (xid <= (await nextXid())) continue;
    await standby.query(`select setval('events_id_seq', $1)`, [String(number - 1n)]);
    while ((await nextXid()) < xid) await standby.query('select pg_current_xact_id()');
    const [written] = await standby.query<{ place: string }>(
      `insert into events (team_id, actor_kind, type, subject_type, subject_id, snapshot)
       values ($1, 'system', 'task.updated', 'task', 'x', '{}') returning xid || '-' || id as place`,
      [teamId],
    );
    if (id.startsWith(`${written?.place}-`)) return id;
  }
  throw new Error('No lost event had a transaction that was still to be given.');
}

/** Promotes the standby, leads the address to it, and kills the primary, which the service used until then. */
async function failOver(beforeSwitch: () => Promise<unknown>): Promise<void> {
  await standby.promote();
  await beforeSwitch();
  address.switchTo(standby.port);
  await primary.kill();
  await expect.poll(async () => (await api.request('GET', '/readyz')).status, { timeout: 60_000 }).toBe(200);
}

/** A reader for webhooks that keeps in memory how far it has read: no task that is created is for the endpoint. */
async function followWithWebhook(team: TestTeam) {
  const { id } = await createWebhook(api, team, closedPortUrl, { eventTypes: ['task.updated'] });
  const reader = new DeliveryMaker(api.db);
  const read = async () => {
    while ((await reader.makeFromNextPage()).hasMore);
  };
  const deliveries = async () => {
    await read();
    return (await listDeliveries(api, team, id)).length;
  };
  return {
    read,
    expectDeliveries: (count: number) => expect.poll(deliveries, { timeout: 60_000 }).toBe(count),
  };
}

const placeOf = (id: string) => {
  const [xid = '', number = ''] = id.split('-');
  return { xid: BigInt(xid), number: BigInt(number) };
};

const expectIds = (stream: EventStream, ids: string[]) =>
  vi.waitFor(() => expect(stream.ids).toEqual(ids), { timeout: 60_000 });

it('after a failover that lost events, their ids are INVALID_CURSOR, and clients and webhooks get all others', async () => {
  const [team, quiet] = [await api.createTeam('Busy'), await api.createTeam('Quiet')];
  const webhooks = await followWithWebhook(team);
  const owner = await signedIn(api, team.teamId, 'owner');
  await createTasks(quiet, 2);
  await createTasks(team, eventCounts.kept);
  const kept = await idsOf(team);
  const keptOfQuiet = await idsOf(quiet);
  await webhooks.read();
  const end = kept.at(-1) ?? '';
  const streams = {
    lost: await open(team, end),
    ofBrowser: await openOfBrowser(owner, end),
    quiet: await open(quiet, keptOfQuiet[0]),
  };

  await standby.stopReceiving(primary);
  await createTasks(team, eventCounts.lost, 3);
  const lost = (await idsOf(team)).slice(kept.length);
  expect(lost.length).toBeGreaterThanOrEqual(eventCounts.lost);
  await expectIds(streams.lost, lost);
  await expectIds(streams.quiet, keptOfQuiet.slice(1));
  await webhooks.read();
  let taken = '';
  await failOver(async () => {
    taken = await takePlaceOf(lost, team);
  });

  const fromEnd = await open(team, end);
  await createTasks(team, eventCounts.later);
  await createTasks(quiet, 1);
  // A stream whose position was lost sends no event of those that took its place, and says why it ends.
  await Promise.all([streams.lost.expectEnd(), streams.ofBrowser.expectEnd()]);
  expect(streams.lost.problem).toMatchObject({ status: 400, code: 'INVALID_CURSOR' });
  expect(streams.lost.ids).toEqual(lost);
  expect(streams.ofBrowser.text).toContain('INVALID_CURSOR');
  expect(streams.quiet.end).toBeUndefined();

  await webhooks.expectDeliveries(1);

  const all = await idsOf(team);
  const later = all.slice(kept.length);
  expect(all.slice(0, kept.length)).toEqual(kept);
  expect(later.length).toBeGreaterThanOrEqual(eventCounts.later);
  expect(await logEnd(owner)).toBe(all.at(-1));
  await expectIds(fromEnd, later);
  await expectIds(streams.quiet, (await idsOf(quiet)).slice(1));

  // An id names one event, although the transactions of lost events have others now.
  expect(new Set([...kept, ...lost, ...later]).size).toBe(kept.length + lost.length + later.length);
  const lastLost = placeOf(lost.at(-1) ?? '');
  const behind = later.filter((id) => placeOf(id).xid <= lastLost.xid);
  expect(behind.length).toBeGreaterThan(0);

  for (const id of lost) {
    const cursor = { cursor: id };
    expectProblem(await page(api, team.teamId, team.apiKey, cursor), 400, 'INVALID_CURSOR');
  }
  for (const [index, id] of kept.entries()) {
    const reply = await page(api, team.teamId, team.apiKey, { cursor: id, limit: '20' });
    const ids = (reply.body as { id: string }[]).map((event) => event.id);
    expect(ids).toEqual(all.slice(index + 1, index + 21));
  }
  const places = [taken, ...later].map((id) => id.slice(0, id.lastIndexOf('-')));
  const reused = places.length - new Set(places).size;
  expect(reused).toBe(1);
});
