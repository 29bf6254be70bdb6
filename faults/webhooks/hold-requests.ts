import { setTimeout as sleep } from 'node:timers/promises';
import { type Row, rowOf } from '../row.ts';
import { grouped, range } from './support/numbers.ts';
import { type Arrival, acceptAfter, Receiver } from './support/receiver.ts';
import { happens, until } from './support/wait.ts';
import type { WorkerProcess } from './support/worker-process.ts';
import { type Ground, World } from './support/world.ts';

type Size = { tasks: number; kills: number };

const mostAtOnce = 8;
/** Longer than a lease: who holds requests open must keep the endpoint to itself. */
const firstHeldFor = 12_000;
const heldFor = 1_500;
const takeOverWithin = 30_000;

/** Two workers and a receiver that holds requests open; the one that sends is killed, and the other takes over. */
export async function holdRequests(ground: Ground, size: Size): Promise<Row[]> {
  const world = await World.open(ground);
  const receiver = await Receiver.start();
  try {
    receiver.answer = acceptAfter(firstHeldFor);
    await world.createWebhook(receiver.url);
    // The first to be there has the endpoint; the second waits for it.
    const sender = world.startWorker();
    await sender.ready;
    await world.completeNew(size.tasks);
    await until('eight are open', () => receiver.openNow === mostAtOnce);
    const other = world.startWorker();
    await other.ready;
    receiver.answer = acceptAfter(heldFor);
    ground.say('holding the first eight for longer than a lease');
    // Also for the database: a kill before that would rightly have them sent again.
    await until('the first eight have arrived', async () => (await succeededOf(world)) >= mostAtOnce, 60_000);
    const outages = await killSenders(world, receiver, [sender, other], size.kills);
    await happens(() => world.areAllSucceeded(size.tasks), 60_000);
    return [rowOfHeld(size, receiver, outages)];
  } finally {
    await receiver.close();
    await world.close();
  }
}

async function succeededOf(world: World): Promise<number> {
  return (await world.deliveries()).filter(({ status }) => status === 'succeeded').length;
}

/** Kills who sends, again and again. Who was started last never is the sender, since the other has the lease. */
async function killSenders(
  world: World,
  receiver: Receiver,
  [sender, other]: [WorkerProcess, WorkerProcess],
  kills: number,
): Promise<number[]> {
  const outages: number[] = [];
  let [sending, waiting] = [sender, other];
  for (let count = 0; count < kills; count += 1) {
    await until('eight are open', () => receiver.openNow === mostAtOnce);
    await sending.kill();
    const diedAt = Date.now();
    await until('the receiver sees the end of the connections', () => receiver.openNow === 0, 2_000);
    await until('the other takes over', () => receiver.openNow > 0, takeOverWithin);
    outages.push(Date.now() - diedAt);
    sending = waiting;
    waiting = world.startWorker();
    await waiting.ready;
    await sleep(heldFor / 2);
  }
  return outages;
}

function rowOfHeld(size: Size, { arrivals, mostOpen }: Receiver, outages: number[]): Row {
  const most = Math.max(...mostOpen.values());
  const byId = grouped(arrivals, ({ id }) => id);
  const firstEight = arrivals.slice(0, mostAtOnce);
  const sentAgain = firstEight.filter(({ id }) => (byId.get(id)?.length ?? 0) > 1).length;
  const answered = new Set(arrivals.filter(isAnswered).map(({ id }) => id)).size;
  const twice = [...byId.values()].filter((all) => all.filter(isAnswered).length > 1).length;
  return rowOf(
    `eight at once, two workers, ${size.kills} killed`,
    'never more than 8 open from live processes, also at a takeover; held ones are not sent again',
    `most open at once: ${most}; ${answered} of ${size.tasks} answered, ${twice} of them twice; of the first eight, held ` +
      `for 12 s, ${sentAgain} were sent again; takeovers after ${range(outages)}`,
    {
      'eight at most': most <= mostAtOnce,
      'eight at all': most === mostAtOnce,
      'all answered': answered === size.tasks,
      'none answered twice': twice === 0,
      'held ones are not sent again': sentAgain === 0,
    },
  );
}

const isAnswered = ({ answeredAt }: Arrival) => answeredAt !== undefined;
