import { setTimeout as sleep } from 'node:timers/promises';
import { type Row, rowOf } from '../row.ts';
import { range } from './support/numbers.ts';
import { accept, Receiver } from './support/receiver.ts';
import { becomesTrue, waitUntil } from './support/wait.ts';
import type { Exit } from './support/worker-process.ts';
import { type FaultContext, World } from './support/world.ts';

type Size = { tasks: number; times: number };

/** How long the requests in flight have no response after the signal. */
const responseDelayMs = 2_000;
const maxInFlight = 8;
/** How long the worker lets requests in flight finish. */
const drainTimeoutMs = 20_000;

/** Stops a worker with requests in flight; the next one sends only the remaining deliveries. */
export async function runGracefulShutdown(context: FaultContext, size: Size): Promise<Row[]> {
  const world = await World.open(context);
  const receiver = await Receiver.start();
  try {
    await world.createWebhook(receiver.url);
    await world.completeNew(size.tasks);
    const stops = [];
    for (let count = 0; count < size.times; count += 1) {
      context.report(`stop ${count + 1} of ${size.times}`);
      stops.push(await stopOne(world, receiver));
    }
    receiver.respond = accept;
    const arrivedBefore = receiver.arrivals.length;
    const last = world.startWorker();
    await last.ready;
    const readyAt = Date.now();
    await waitUntil('the next one sends', () => receiver.arrivals.length > arrivedBefore);
    const nextAfterMs = Date.now() - readyAt;
    await becomesTrue(() => world.areAllSucceeded(size.tasks), 60_000);
    return [rowOfStops(size, receiver, stops, { ...(await last.stop()), nextAfterMs })];
  } finally {
    await receiver.close();
    await world.close();
  }
}

/** `leases`: how many endpoint leases the process has left, for whose end the next process would wait. */
type Stop = Exit & { open: number; tookMs: number; leases: number };

async function stopOne(world: World, receiver: Receiver): Promise<Stop> {
  // However slowly the machine sends them: all eight are open before the first one has its response.
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  receiver.respond = (response, arrival) => void isReleased.then(() => accept(response, arrival));
  const worker = world.startWorker();
  await waitUntil('eight are open', () => receiver.openNow === maxInFlight);
  const stoppedAt = Date.now();
  const open = receiver.openNow;
  const exiting = worker.stop();
  await sleep(responseDelayMs);
  release();
  const exit = await exiting;
  const tookMs = Date.now() - stoppedAt;
  const { rowCount } = await world.db.pool.query('select from webhooks where owned_until > now()');
  return { ...exit, open, tookMs, leases: rowCount ?? 0 };
}

function rowOfStops(
  size: Size,
  { arrivals }: Receiver,
  stops: Stop[],
  last: Exit & { nextAfterMs: number },
): Row {
  const byId = Map.groupBy(arrivals, ({ id }) => id);
  const twice = [...byId.values()].filter(({ length }) => length > 1).length;
  const withoutResponse = arrivals.filter(({ respondedAt }) => respondedAt === undefined).length;
  const codes = [...stops, last].map(({ code, signal }) => code ?? signal);
  return rowOf(
    `SIGTERM with requests in flight, ${stops.length} ×`,
    'they finish, it exits with 0, nothing is sent twice',
    `${stops.map(({ open }) => open).join(', ')} in flight, ${withoutResponse} without a response; exits ${codes.join(', ')} ` +
      `after ${range(stops.map(({ tookMs }) => tookMs))}; ${byId.size} of ${size.tasks} arrived, ${twice} twice; ` +
      `the next process sent ${last.nextAfterMs} ms after its start`,
    {
      'all finish': withoutResponse === 0,
      'exit 0': codes.every((code) => code === 0),
      'each once': twice === 0 && byId.size === size.tasks,
      'the next does not wait for a lease': stops.every(({ leases }) => leases === 0),
      'before requests are aborted': stops.every(({ tookMs }) => tookMs < drainTimeoutMs),
    },
  );
}
