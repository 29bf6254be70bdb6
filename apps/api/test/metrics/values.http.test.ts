import { build } from '@crewboard/build-info';
import { expect, it } from 'vitest';
import { Metrics } from '../../src/metrics/metrics.ts';
import { useApi } from '../harness.ts';
import { request } from '../log/support/event-stream.ts';
import { claimNext as waitForNext, waitUntilIdle } from '../support/claim-next.ts';
import { expire, leaseTo, onlyNotifiedSweeps } from '../support/leases.ts';
import { useReceivers } from '../support/receiver.ts';
import { calls, done } from '../support/tasks.ts';
import { callTrpc } from '../support/trpc.ts';
import { closedPortUrl, completeTask, createWebhook, useWorkers } from '../support/webhooks.ts';
import { createWorld, unknownId } from '../support/world.ts';
import { readSamples } from './support/samples.ts';

const metrics = new Metrics();
const api = useApi({ metrics, rateLimitPerMinute: 60, ...onlyNotifiedSweeps });
const startReceiver = useReceivers();
const startWorker = useWorkers(api, undefined, metrics);

const scrape = async () => readSamples(await metrics.render());
const counted = async (labels: string) => (await scrape()).get(`crewboard_http_requests_total{${labels}}`);
const timed = async (labels: string) =>
  (await scrape()).get(`crewboard_http_request_duration_seconds_count{${labels}}`);

it('counts responses by operation, status and error code, and times them', async () => {
  const { ada, bob, team } = await createWorld(api());
  const taskId = await api().createTask(team);
  await done(calls(api()).claim(ada.token, taskId));
  expect((await calls(api()).claim(bob.token, taskId)).status).toBe(409);
  expect((await calls(api()).get(ada.token, unknownId)).status).toBe(404);
  expect((await api().request('GET', `/no/${unknownId}`)).status).toBe(404);
  expect((await callTrpc(api(), 'query', 'system.status')).status).toBe(200);

  const rest = (operation: string, status: number, code = '') =>
    counted(`transport="rest",operation="${operation}",status="${status}",code="${code}"`);
  await expect.poll(() => rest('tasks.claim', 200)).toBe(1);
  await expect.poll(() => rest('tasks.claim', 409, 'TASK_ALREADY_CLAIMED')).toBe(1);
  await expect.poll(() => rest('tasks.get', 404, 'NOT_FOUND')).toBe(1);
  const none = 'transport="none",operation="none",status="404",code="NOT_FOUND"';
  await expect.poll(() => counted(none)).toBe(1);
  const status = 'transport="trpc",operation="system.status",status="200",code=""';
  await expect.poll(() => counted(status)).toBe(1);
  await expect.poll(() => timed('transport="rest",operation="tasks.claim"')).toBe(2);
  expect(await metrics.render()).not.toContain(unknownId);
});

it('counts requests over the limit', async () => {
  const { ada } = await createWorld(api());
  const me = async () => (await api().request('GET', '/api/me', { token: ada.token })).status;
  while ((await me()) !== 429);
  const limited = 'transport="rest",operation="teams.me",status="429",code="RATE_LIMITED"';
  await expect.poll(() => counted(limited)).toBe(1);
});

it('shows waiting agents and open streams, whose time is not counted', async () => {
  const { team, ada } = await createWorld(api());
  const before = await timed('transport="rest",operation="tasks.claimNext"');
  const waiting = waitForNext(api(), team, ada, { wait: 30 });
  await waitUntilIdle(api(), 1);
  const stream = await request(`${api().url}/api/teams/${team.teamId}/events`, {
    Accept: 'text/event-stream',
    Authorization: `Bearer ${team.apiKey}`,
  });
  const samples = await scrape();
  expect(samples.get('crewboard_waiting_agents')).toBe(1);
  expect(samples.get('crewboard_open_streams')).toBe(1);
  expect(samples.get('crewboard_http_requests_in_flight')).toBe(2);
  stream.destroy();
  await api().createTask(team);
  expect((await waiting).status).toBe(200);
  const claimed = 'transport="rest",operation="tasks.claimNext",status="200",code=""';
  await expect.poll(() => counted(claimed)).toBe(1);
  expect(await timed('transport="rest",operation="tasks.claimNext"')).toBe(before);
});

it('shows requests that wait until tasks have ended, whose time is not counted', async () => {
  const { team } = await createWorld(api());
  const ids = [await api().createTask(team), await api().createTask(team)];
  const before = await timed('transport="rest",operation="tasks.list"');
  const waiting = api().request('GET', `/api/teams/${team.teamId}/tasks?ids=${ids}&waitFor=any&wait=30`, {
    token: team.apiKey,
  });
  const shown = async () => (await scrape()).get('crewboard_requests_waiting_for_tasks');
  await expect.poll(shown, { interval: 5, timeout: 60_000 }).toBe(1);
  expect((await scrape()).get('crewboard_waiting_agents')).toBe(0);
  await done(calls(api()).move(team.apiKey, ids[0] ?? '', 'done'));
  expect((await waiting).status).toBe(200);
  expect(await shown()).toBe(0);
  const listed = 'transport="rest",operation="tasks.list",status="200",code=""';
  await expect.poll(() => counted(listed)).toBe(1);
  expect(await timed('transport="rest",operation="tasks.list"')).toBe(before);
});

it('counts expired leases once', async () => {
  const { team, ada } = await createWorld(api());
  const taskId = await api().createTask(team);
  await leaseTo(api(), ada, taskId);
  await expire(api(), taskId);
  await expect.poll(async () => (await scrape()).get('crewboard_leases_expired_total')).toBe(1);
});

it('counts attempts to deliver by outcome, with their lag', async () => {
  startWorker();
  const [good, bad] = [await startReceiver(), await startReceiver()];
  bad.respond = (response) => void response.writeHead(500).end();
  const team = await api().createTeam();
  for (const url of [good.url, bad.url, closedPortUrl]) await createWebhook(api(), team, url);
  await completeTask(api(), team, 'Done');
  const attempts = async (outcome: string) =>
    (await scrape()).get(`crewboard_webhook_attempts_total{outcome="${outcome}"}`);
  for (const outcome of ['succeeded', 'rejected', 'unreachable']) {
    await expect.poll(() => attempts(outcome), { timeout: 60_000 }).toBeGreaterThanOrEqual(1);
  }
  expect((await scrape()).get('crewboard_webhook_lag_seconds_count')).toBeGreaterThanOrEqual(3);
});

it('shows the connections of each pool', async () => {
  startWorker();
  await api().createTeam();
  const samples = await scrape();
  expect(samples.get('crewboard_database_connections_max{pool="hot"}')).toBe(10);
  expect(samples.get('crewboard_database_connections_max{pool="reads"}')).toBe(6);
  expect(samples.get('crewboard_database_connections_max{pool="webhooks"}')).toBe(3);
  expect(samples.get('crewboard_database_connections{pool="hot"}')).toBeGreaterThan(0);
  expect(samples.get('crewboard_database_connections_waiting{pool="hot"}')).toBe(0);
});

it('counts the sizes of batches by what they do', async () => {
  const sumOf = async (batch: string) =>
    (await scrape()).get(`crewboard_batch_size_sum{batch="${batch}"}`) ?? 0;
  const { ada, team } = await createWorld(api());
  const [read, created] = [await sumOf('tasks.get'), await sumOf('tasks.create')];
  const taskId = await api().createTask(team);
  await Promise.all(Array.from({ length: 8 }, () => done(calls(api()).get(ada.token, taskId))));
  expect(await sumOf('tasks.get')).toBe(read + 8);
  expect(await sumOf('tasks.create')).toBe(created + 1);
});

it('names the build', async () => {
  const labels = `version="${build.version}",commit="${build.commit ?? 'unknown'}"`;
  expect((await scrape()).get(`crewboard_build_info{${labels}}`)).toBe(1);
});

it('tells of the event loop and the process', async () => {
  const samples = await scrape();
  expect(samples.get('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
  expect(samples.get('process_resident_memory_bytes')).toBeGreaterThan(0);
});
