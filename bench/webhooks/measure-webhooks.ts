import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { BusyTeam } from './busy-team.ts';
import { type DeliveringApi, startDeliveringApi } from './start-delivering-api.ts';
import { nowMs, TimingReceiver } from './timing-receiver.ts';

const completionsOneByOne = 200;
const completionsPerSecond = 50;
const paceSeconds = 20;
const waitingDeliveries = 5_000;
const endpointCount = 20;

type Scene = { team: BusyTeam; receiver: TimingReceiver };

/** Measures the time from a completion to the arrival of its delivery, and how many deliveries a process sends. */
export async function measureWebhooks(): Promise<void> {
  const api = await startDeliveringApi();
  try {
    console.log(
      `delivery in the API's process, everything on one machine with ${availableParallelism()} cores`,
    );
    await inScene(api, oneByOne);
    await inScene(api, atPace);
    await inScene(api, (scene) => throughput(scene, 1));
    await inScene(api, (scene) => throughput(scene, endpointCount));
  } finally {
    await api.stop();
  }
}

async function inScene(api: DeliveringApi, measure: (scene: Scene) => Promise<void>): Promise<void> {
  const [team, receiver] = await Promise.all([BusyTeam.create(api), TimingReceiver.start()]);
  try {
    await measure({ team, receiver });
  } finally {
    await receiver.close();
    await team.close();
  }
}

async function oneByOne({ team, receiver }: Scene): Promise<void> {
  await team.createWebhook(receiver.url);
  const taskIds = await team.createTasks(completionsOneByOne);
  const responseTimes = new Map<string, number>();
  for (const [index, taskId] of taskIds.entries()) {
    // Random pauses: the completions must not follow the rhythm of notifications and polls.
    await sleep(50 + Math.random() * 100);
    responseTimes.set(taskId, await team.complete(taskId));
    await receiver.waitForArrivals(index + 1);
  }
  console.log(`\n${completionsOneByOne} completions, one at a time`);
  await report({ team, receiver }, responseTimes);
}

async function atPace({ team, receiver }: Scene): Promise<void> {
  await team.createWebhook(receiver.url);
  const taskIds = await team.createTasks(completionsPerSecond * paceSeconds);
  const responseTimes = new Map<string, number>();
  const running: Promise<unknown>[] = [];
  const startedAt = nowMs();
  for (const [index, taskId] of taskIds.entries()) {
    await sleep(Math.max(0, startedAt + (index * 1_000) / completionsPerSecond - nowMs()));
    running.push(team.complete(taskId).then((at) => responseTimes.set(taskId, at)));
  }
  await Promise.all(running);
  await receiver.waitForArrivals(taskIds.length);
  console.log(`\n${completionsPerSecond} completions a second for ${paceSeconds} s`);
  await report({ team, receiver }, responseTimes);
}

async function report({ team, receiver }: Scene, responseTimes: Map<string, number>): Promise<void> {
  const commits = await team.commitTimes([...responseTimes.keys()]);
  const since = (times: Map<string, number>) =>
    [...receiver.arrivals.values()].map(({ at, taskId }) => at - (times.get(taskId) ?? Number.NaN));
  console.log(
    `  ${'ms to the arrival from'.padEnd(24)}${'median'.padStart(8)}${'p95'.padStart(8)}${'max'.padStart(8)}`,
  );
  for (const [name, times] of [
    ['the response', responseTimes],
    ['the commit', commits],
  ] as const) {
    const sorted = since(times).toSorted((a, b) => a - b);
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
    const cells = [at(0.5), at(0.95), at(1)].map((ms) => (ms ?? Number.NaN).toFixed(1).padStart(8));
    console.log(`  ${name.padEnd(24)}${cells.join('')}`);
  }
}

/**
 * Measures how fast waiting deliveries are sent to this many endpoints. They are created while the receiver holds
 * responses.
 */
async function throughput({ team, receiver }: Scene, endpoints: number): Promise<void> {
  const webhooks = [];
  for (let count = 0; count < endpoints; count += 1) {
    const fields = { eventTypes: ['task.created'], enabled: false };
    webhooks.push(await team.createWebhook(`${receiver.url}/${count}`, fields));
  }
  await team.createTasks(waitingDeliveries / endpoints);
  const sendResponses = receiver.holdResponses();
  for (const webhook of webhooks) await team.recover(webhook);
  await team.waitForPending(waitingDeliveries);
  const startedAt = nowMs();
  sendResponses();
  await receiver.waitForArrivals(waitingDeliveries);
  const tookMs = nowMs() - startedAt;
  const perSecond = Math.round(waitingDeliveries / (tookMs / 1_000));
  const to = endpoints === 1 ? 'one endpoint' : `${endpoints} endpoints`;
  console.log(
    `\n${waitingDeliveries} deliveries waiting for ${to}: ${(tookMs / 1_000).toFixed(1)} s, ${perSecond} a second`,
  );
}
