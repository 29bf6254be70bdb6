import { type Row, rowOf } from '../row.ts';
import { grouped, range } from './support/numbers.ts';
import { acceptAfter, Receiver } from './support/receiver.ts';
import { happens, until } from './support/wait.ts';
import type { Exit } from './support/worker-process.ts';
import { type Ground, World } from './support/world.ts';

type Size = { tasks: number; times: number };

const answerAfter = 2_000;
const mostAtOnce = 8;
/** What the worker gives requests on their way at most. */
const drainFor = 20_000;
/** So much of the lease of the one that was stopped would be left: it takes the rest in the time of a request. */
const leaseLeftAtLeast = 4_000;

/** A worker is told to stop while requests are on their way; the next one finds only what was not sent. */
export async function stopPolitely(ground: Ground, size: Size): Promise<Row[]> {
  const world = await World.open(ground);
  const receiver = await Receiver.start();
  receiver.answer = acceptAfter(answerAfter);
  try {
    await world.createWebhook(receiver.url);
    await world.completeNew(size.tasks);
    const stops = [];
    for (let count = 0; count < size.times; count += 1) {
      ground.say(`stop ${count + 1} of ${size.times}`);
      stops.push(await stopOne(world, receiver));
    }
    const last = world.startWorker();
    await last.ready;
    const readyAt = Date.now();
    await until('the next one sends', () => receiver.openNow > 0);
    const nextAfter = Date.now() - readyAt;
    await happens(() => world.areAllSucceeded(size.tasks), 60_000);
    const lastStop = { ...(await last.stop()), open: 0, took: 0, nextAfter };
    return [rowOfStops(size, receiver, stops, lastStop)];
  } finally {
    await receiver.close();
    await world.close();
  }
}

type Stop = Exit & { open: number; took: number };

async function stopOne(world: World, receiver: Receiver): Promise<Stop> {
  const worker = world.startWorker();
  await until('eight are open', () => receiver.openNow === mostAtOnce);
  const toldAt = Date.now();
  const open = receiver.openNow;
  const exit = await worker.stop();
  return { ...exit, open, took: Date.now() - toldAt };
}

function rowOfStops(
  size: Size,
  { arrivals }: Receiver,
  stops: Stop[],
  last: Stop & { nextAfter: number },
): Row {
  const byId = grouped(arrivals, ({ id }) => id);
  const twice = [...byId.values()].filter(({ length }) => length > 1).length;
  const unanswered = arrivals.filter(({ answeredAt }) => answeredAt === undefined).length;
  const codes = [...stops, last].map(({ code, signal }) => code ?? signal);
  return rowOf(
    `SIGTERM with requests on their way, ${stops.length} ×`,
    'they finish, it exits with 0, nothing is sent twice',
    `${stops.map(({ open }) => open).join(', ')} on their way, ${unanswered} without an answer; exits ${codes.join(', ')} ` +
      `after ${range(stops.map(({ took }) => took))}; ${byId.size} of ${size.tasks} arrived, ${twice} twice; ` +
      `the next process sent ${last.nextAfter} ms after its start`,
    {
      'all finish': unanswered === 0,
      'exit 0': codes.every((code) => code === 0),
      'each once': twice === 0 && byId.size === size.tasks,
      'the next need not wait for a lease': last.nextAfter < leaseLeftAtLeast,
      'before it would be cut off': stops.every(({ took }) => took < drainFor),
    },
  );
}
