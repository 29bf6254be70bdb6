import { setTimeout as sleep } from 'node:timers/promises';
import { type Random, seededRandom } from '../../apps/api/test/support/seeded-random.ts';
import { type Row, rowOf } from '../row.ts';
import { seconds } from './support/numbers.ts';
import { type Arrival, acceptAfter, Receiver } from './support/receiver.ts';
import { becomesTrue } from './support/wait.ts';
import type { WorkerProcess } from './support/worker-process.ts';
import { type FaultContext, World } from './support/world.ts';

type Size = { completions: number; perSecond: number; responseDelayMs: number; killForMs: number };

const minKillDelayMs = 200;
const maxKillDelayMs = 1_400;
/**
 * How long to wait for a request before a kill: mostly until the endpoint lease of the process killed before has ended.
 */
const sendingTimeoutMs = 1_000;
/** Enough for the endpoint lease of the process killed last to end, and for the remaining work. */
const finishTimeoutMs = 60_000;

/** Two workers, of which one is killed about every second while tasks are completed. */
export async function killAtRandom(context: FaultContext, size: Size): Promise<Row[]> {
  const world = await World.open(context);
  const receiver = await Receiver.start();
  receiver.respond = acceptAfter(size.responseDelayMs);
  try {
    await world.createWebhook(receiver.url);
    const taskIds = await world.prepareTasks(size.completions);
    const stop = new AbortController();
    const workers = [world.startWorker(), world.startWorker()];
    await Promise.all(workers.map(({ ready }) => ready));
    const killing = killUntil({ world, receiver, workers, random: seededRandom(context.seed) }, stop.signal);
    await completeAtPace(world, taskIds, size.perSecond);
    const missing = () => taskIds.length - new Set(receiver.arrivals.map(({ taskId }) => taskId)).size;
    await becomesTrue(() => {
      context.report(`${missing()} of ${taskIds.length} have not arrived`);
      return missing() === 0;
    }, size.killForMs);
    stop.abort();
    const kills = await killing;
    const endedAt = Date.now();
    await becomesTrue(() => world.areAllSucceeded(taskIds.length), finishTimeoutMs);
    const finishMs = Date.now() - endedAt;
    return [await rowOfKills(world, receiver.arrivals, taskIds, { ...kills, finishMs })];
  } finally {
    await receiver.close();
    await world.close();
  }
}

async function completeAtPace(world: World, taskIds: string[], perSecond: number): Promise<void> {
  const running: Promise<void>[] = [];
  for (const taskId of taskIds) {
    running.push(world.complete(taskId));
    await sleep(1_000 / perSecond);
  }
  await Promise.all(running);
}

type Parts = { world: World; receiver: Receiver; workers: WorkerProcess[]; random: Random };

async function killUntil({ world, receiver, workers, random }: Parts, stop: AbortSignal) {
  const kills = { all: 0, whileSending: 0 };
  while (!stop.aborted) {
    const delayMs = minKillDelayMs + random.below(maxKillDelayMs - minKillDelayMs);
    await sleep(delayMs, undefined, { signal: stop }).catch(() => undefined);
    await becomesTrue(() => receiver.openNow > 0 || stop.aborted, sendingTimeoutMs);
    // Alternates, so that one of two consecutive kills hits the sender.
    const slot = kills.all % 2;
    // Wait until it works: killing it earlier tests nothing, and on a busy machine nothing would be sent.
    await workers[slot]?.ready;
    const open = receiver.openNow;
    await workers[slot]?.kill();
    await sleep(20);
    kills.all += 1;
    // Its connections end with it.
    if (receiver.openNow < open) kills.whileSending += 1;
    workers[slot] = world.startWorker();
  }
  return kills;
}

/** Waits until the stored position is that of the last event. The workers store it every few seconds. */
const waitForLogEnd = (world: World) =>
  becomesTrue(async () => {
    const { rowCount } = await world.db.pool.query(
      `select from log_readers where name = 'webhooks'
         and (xid, id) >= (select xid, id from events order by xid desc, id desc limit 1)`,
    );
    return rowCount === 1;
  }, 15_000);

async function rowOfKills(
  world: World,
  arrivals: Arrival[],
  taskIds: string[],
  kills: { all: number; whileSending: number; finishMs: number },
): Promise<Row> {
  const deliveries = await world.deliveries();
  const succeeded = deliveries.filter(({ status }) => status === 'succeeded').length;
  const byTask = Map.groupBy(arrivals, ({ taskId }) => taskId);
  const lost = taskIds.filter((taskId) => !byTask.has(taskId)).length;
  const again = [...byTask.values()].filter(({ length }) => length > 1).length;
  const idsOf = (all: Arrival[]) => new Set(all.map(({ id }) => id)).size;
  const oneId = [...Map.groupBy(arrivals, ({ eventId }) => eventId).values()].every(
    (all) => idsOf(all) === 1,
  );
  const isRead = await waitForLogEnd(world);
  return rowOf(
    `kill -9 at random, ${taskIds.length} completions`,
    'each arrives at least once with one id per event; all succeeded; the log is read to its end',
    `${kills.all} kills, ${kills.whileSending} of them while it was sending; ${lost} lost, ${again} arrived again, ` +
      `${idsOf(arrivals)} ids, ${succeeded} of ${deliveries.length} deliveries succeeded ` +
      `${seconds(kills.finishMs)} after the last kill; log read to its end: ${isRead ? 'yes' : 'no'}`,
    {
      'killed while sending': kills.whileSending > 0,
      'none lost': lost === 0,
      'one id per event': oneId && idsOf(arrivals) === taskIds.length,
      'one delivery each': deliveries.length === taskIds.length,
      'all succeeded': succeeded === deliveries.length,
      'the log is read to its end': isRead,
    },
  );
}
