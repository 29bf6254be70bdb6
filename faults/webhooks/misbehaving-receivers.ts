import { setTimeout as sleep } from 'node:timers/promises';
import type { Row } from '../row.ts';
import { rowOfHealthy, rowOfMisbehavingReceiver } from './misbehaving-receiver-rows.ts';
import { type Misbehavior, misbehaviors } from './misbehaviors.ts';
import { type Arrival, Receiver } from './support/receiver.ts';
import { becomesTrue, waitUntil } from './support/wait.ts';
import { type FaultContext, World } from './support/world.ts';
import type { Watched } from './watched.ts';

type Size = { tasks: number; perSecond: number };

const firstAttemptTimeoutMs = 25_000;

/** Receivers that misbehave beside a healthy one, with the timing of production. */
export async function runMisbehavingReceivers(context: FaultContext, size: Size): Promise<Row[]> {
  const world = await World.open(context);
  // The trap is the target of a redirect, which must not be followed.
  const [healthy, trap] = await Promise.all([Receiver.start(), Receiver.start()]);
  const watched: Watched[] = [];
  try {
    const webhook = await world.createWebhook(healthy.url);
    await world.startWorker().ready;
    context.report('the healthy receiver alone');
    const alone = await completeAndWait(world, healthy, size);
    for (const kind of misbehaviors) watched.push(await watch(world, kind, trap.url));
    context.report('the healthy receiver beside the bad ones');
    const beside = await completeAndWait(world, healthy, size);
    const healthyDoneAt = Date.now();
    context.report('waiting for the first attempts to end');
    await becomesTrue(async () => areFirstAttemptsKnown(world, watched), firstAttemptTimeoutMs);
    const rows = [];
    for (const each of watched)
      rows.push(rowOfMisbehavingReceiver(each, await readEndpointState(world, each, trap)));
    const arrived = healthy.arrivals.filter(({ taskId }) => beside.taskIds.includes(taskId));
    const deliveries = await world.deliveries(webhook.id);
    return [...rows, rowOfHealthy({ alone, beside, arrived, healthyDoneAt, watched, deliveries })];
  } finally {
    await Promise.all(
      [healthy, trap, ...watched.map(({ receiver }) => receiver)].map((each) => each.close()),
    );
    await world.close();
  }
}

/** Completes tasks at a pace; returns how long after the request each arrived at the healthy receiver. */
async function completeAndWait(world: World, healthy: Receiver, { tasks, perSecond }: Size) {
  const taskIds = await world.prepareTasks(tasks);
  const startedAt = new Map<string, number>();
  const running: Promise<void>[] = [];
  for (const taskId of taskIds) {
    startedAt.set(taskId, Date.now());
    running.push(world.complete(taskId));
    await sleep(1_000 / perSecond);
  }
  await Promise.all(running);
  const isThere = (taskId: string) => healthy.of(taskId).length > 0;
  await waitUntil('all arrive at the healthy receiver', () => taskIds.every(isThere), 60_000);
  const delays = taskIds.map((taskId) => Number(healthy.of(taskId)[0]?.at) - Number(startedAt.get(taskId)));
  return { taskIds, delays };
}

async function watch(world: World, kind: Misbehavior, trap: string): Promise<Watched> {
  const receiver = await Receiver.start();
  const watched: Watched = {
    kind,
    receiver,
    ends: [],
    first: undefined,
    webhook: await world.createWebhook(receiver.url),
  };
  const respond = kind.respond(trap);
  receiver.respond = (response, arrival: Arrival) => {
    const { socket } = response;
    const before = socket?.bytesWritten ?? 0;
    response.once('close', () => {
      const bytes = (socket?.bytesWritten ?? 0) - (socket?.writableLength ?? 0) - before;
      watched.ends.push({ afterMs: Date.now() - arrival.at, at: Date.now(), bytes });
    });
    respond(response, arrival);
  };
  return watched;
}

/** Reads the first attempt of each delivery before there is a second one. */
async function areFirstAttemptsKnown(world: World, watched: Watched[]): Promise<boolean> {
  for (const each of watched) {
    if (each.first) continue;
    const delivery = (await world.deliveries(each.webhook.id)).find(({ attempts }) => attempts.length === 1);
    const [attempt] = delivery?.attempts ?? [];
    if (!delivery || !attempt) continue;
    const { status, nextAttemptAt } = delivery;
    each.first = { ...attempt, status, nextAttemptAt };
  }
  return watched.every(({ first }) => first !== undefined);
}

/** The state of a receiver's endpoint at the end. */
async function readEndpointState(world: World, { webhook }: Watched, trap: Receiver) {
  const { disabledReason } = await world.getWebhook(webhook.id);
  const { rowCount } = await world.db.pool.query(
    `select from events where type = 'webhook.disabled' and subject_id = $1`,
    [webhook.id],
  );
  return { disabledReason, disabledEvents: rowCount, followed: trap.arrivals.length };
}
