import { Event, EventPage } from '@crewboard/contracts';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { Metrics } from '../../src/metrics/metrics.ts';
import { removeOldEvents } from '../../src/workers/event-retention.ts';
import { expectBody, expectProblem, useApi } from '../harness.ts';
import { post, toolCall } from '../mcp/support/messages.ts';
import { calls, done } from '../support/tasks.ts';
import { createWorld, type World } from '../support/world.ts';
import { closeStreams, openStream } from './support/event-stream.ts';
import { allEvents } from './support/page-poller.ts';
import { callQuery, type SignedIn, signedIn } from './support/people.ts';

// The first half of a team's log is made old and removed, as in a service with EVENT_RETENTION_DAYS=100.

const api = useApi();
const header = 'x-history-removed-at';

let world: World;
let owner: SignedIn;
let oldTask: string;
let newTask: string;
/** The ids of all events before the removal, and those that it left. */
let all: string[];
let kept: string[];
/** What the worker said of itself. */
let metrics: string;

beforeAll(async () => {
  world = await createWorld(api());
  owner = await signedIn(api(), world.team.teamId, 'owner');
  oldTask = await api().createTask(world.team);
  await done(calls(api()).claim(world.ada.token, oldTask));
  await done(calls(api()).complete(world.ada.token, oldTask));
  await api().db.pool.query(`update events set created_at = created_at - interval '200 days'`);
  await done(calls(api()).move(world.team.apiKey, oldTask, 'todo'));
  newTask = await api().createTask(world.team);
  const { teamId, apiKey } = world.team;
  all = (await allEvents(api(), teamId, apiKey)).map(({ id }) => id);
  // Webhooks are not sent here.
  await api().db.pool.query(
    `update log_readers set xid = pg_snapshot_xmin(pg_current_snapshot()), id = 0 where name = 'webhooks'`,
  );
  await removeAll();
  kept = (await allEvents(api(), teamId, apiKey)).map(({ id }) => id);
});
afterEach(closeStreams);

/** Runs the worker until only young events are left. */
async function removeAll(): Promise<void> {
  const stopping = new AbortController();
  const counted = new Metrics();
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const running = removeOldEvents({
    ...{ db: api().db, days: 100, metrics: counted, pollIntervalMs: 5, log, signal: stopping.signal },
  });
  const countOld = async () =>
    (await api().db.pool.query(`select from events where created_at < now() - interval '100 days'`)).rowCount;
  await vi.waitFor(async () => expect(await countOld()).toBe(0), { timeout: 60_000, interval: 5 });
  stopping.abort();
  await running;
  metrics = await counted.render();
}

const list = (query: string, path = `/api/teams/${world.team.teamId}/events`, headers = {}) =>
  api().request('GET', `${path}${query}`, { token: world.team.apiKey, headers });
const idsOf = async (reply: ReturnType<typeof list>) =>
  expectBody(await reply, 200, z.array(Event)).map(({ id }) => id);

it('removes the beginning of the log, which lists say, and counts the events', async () => {
  expect(kept.length).toBeGreaterThan(1);
  expect(all.slice(-kept.length)).toEqual(kept);
  expect(kept.length).toBeLessThan(all.length);
  expect(Number(/^crewboard_events_removed_total (\d+)$/m.exec(metrics)?.[1])).toBeGreaterThan(0);
  for (const query of ['', '?cursor=0', '?order=desc', `?taskId=${oldTask}`]) {
    const removedAt = (await list(query)).headers.get(header);
    expect(Date.now() - Date.parse(removedAt ?? '')).toBeLessThan(3_600_000);
  }
  expect(await idsOf(list('?cursor=0'))).toEqual(kept);
  expect(await idsOf(list('?order=desc'))).toEqual(kept.toReversed());
});

it('rejects an id that was removed where the list or stream would miss events after it', async () => {
  const [removed = ''] = all;
  const stream = { Accept: 'text/event-stream' };
  expectProblem(await list(`?cursor=${removed}`), 400, 'INVALID_CURSOR');
  expectProblem(await list(`?cursor=${removed}`, undefined, stream), 400, 'INVALID_CURSOR');
  const path = `/api/tasks/${oldTask}/events`;
  expectProblem(await list(`?cursor=${removed}`, path), 400, 'INVALID_CURSOR');
  expect(await idsOf(list(`?cursor=${kept[0]}`))).toEqual(kept.slice(1));
});

it('ends a list with the newest events first where its cursor was removed, and rejects any other id', async () => {
  const [removed = ''] = all;
  const end = await list(`?order=desc&cursor=${removed}`);
  expect(await idsOf(Promise.resolve(end))).toEqual([]);
  expect(end.headers.get(header)).not.toBeNull();
  expect(end.headers.get('x-next-cursor')).toBeNull();
  const [xid = '', number = ''] = String(kept.at(-1)).split('-');
  expectProblem(await list(`?order=desc&cursor=${xid}-${number}-00000000`), 400, 'INVALID_CURSOR');
});

it('tells a stream from the beginning that older events were removed, and no stream that misses none', async () => {
  const headersOf = async (id: string) => {
    const stream = await openStream(api(), world.team.teamId, { token: world.team.apiKey, lastEventId: id });
    expect(stream.status).toBe(200);
    return stream.headers[header];
  };
  expect(await headersOf('0')).toEqual(expect.any(String));
  expect(await headersOf(String(kept.at(-1)))).toBeUndefined();
});

it('ends the history of a task and the audit with the time of the removal, where it concerns them', async () => {
  const { teamId } = world.team;
  const removalOf = async (name: string, input: object) => {
    const { data } = await callQuery(api(), owner, name, input);
    return EventPage.parse(data).historyRemovedAt;
  };
  const some = expect.any(String);
  expect(await removalOf('events.history', { taskId: oldTask })).toEqual(some);
  expect(await removalOf('events.history', { taskId: newTask })).toBeNull();
  expect(await removalOf('events.audit', { teamId })).toEqual(some);
  expect(await removalOf('events.audit', { teamId, subjectId: newTask })).toBeNull();
  const days = (age: number) => new Date(Date.now() - age * 86_400_000).toISOString();
  expect(await removalOf('events.audit', { teamId, from: days(30) })).toBeNull();
  expect(await removalOf('events.audit', { teamId, from: days(300), to: days(30) })).toEqual(some);
});

it('says so over MCP', async () => {
  const { text } = await post(api(), { token: world.ada.token, body: toolCall('list_events', { limit: 2 }) });
  expect(text).toContain('historyRemovedAt');
});

it('keeps attempts, counts and the task', async () => {
  const attempts = await list('', `/api/tasks/${oldTask}/attempts`);
  expect(attempts.body).toMatchObject([{ attempt: 1, agentId: world.ada.id, outcome: 'completed' }]);
  const { rows } = await api().db.pool.query(
    `select sum(count)::int as count from agent_completions where agent_id = $1 and isfinite(quarter)`,
    [world.ada.id],
  );
  expect(rows).toEqual([{ count: 1 }]);
  const other = await createWorld(api());
  expect((await list('', `/api/tasks/${oldTask}`)).status).toBe(200);
  const ofOther = await api().request('GET', `/api/teams/${other.team.teamId}/events`, {
    token: other.team.apiKey,
  });
  expect(ofOther.headers.get(header)).toBeNull();
});
