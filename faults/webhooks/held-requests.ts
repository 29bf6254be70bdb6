import { type Row, rowOf } from '../row.ts';
import { range } from './support/numbers.ts';
import { type Arrival, accept, acceptAfter, Receiver } from './support/receiver.ts';
import { becomesTrue, waitUntil } from './support/wait.ts';
import type { WorkerProcess } from './support/worker-process.ts';
import { type FaultContext, World } from './support/world.ts';

type Size = { tasks: number; kills: number };

const maxInFlight = 8;
/** Longer than a lease: the worker must renew it. */
const firstHoldMs = 12_000;
const takeOverTimeoutMs = 30_000;

/** Two workers and a receiver that holds requests; the sending worker is killed, and the other one takes over. */
export async function runHeldRequests(context: FaultContext, size: Size): Promise<Row[]> {
  const world = await World.open(context);
  const receiver = await Receiver.start();
  try {
    receiver.respond = acceptAfter(firstHoldMs);
    await world.createWebhook(receiver.url);
    // The first worker gets the lease; the second one waits.
    const sender = world.startWorker();
    await sender.ready;
    await world.completeNew(size.tasks);
    await waitUntil('eight are open', () => receiver.openNow === maxInFlight);
    const other = world.startWorker();
    await other.ready;
    // The next requests get no response before the last kill. Otherwise a kill just after a response, before it is
    // recorded, would rightly send that delivery again.
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    receiver.respond = (response, arrival) => void isReleased.then(() => accept(response, arrival));
    context.report('holding the first eight for longer than a lease');
    // Wait until their responses are recorded, for the same reason.
    await waitUntil(
      'the first eight have arrived',
      async () => (await succeededOf(world)) >= maxInFlight,
      60_000,
    );
    const outages = await killSenderRepeatedly(world, receiver, [sender, other], size.kills);
    release();
    await becomesTrue(() => world.areAllSucceeded(size.tasks), 60_000);
    return [rowOfHeld(size, receiver, outages)];
  } finally {
    await receiver.close();
    await world.close();
  }
}

async function succeededOf(world: World): Promise<number> {
  return (await world.deliveries()).filter(({ status }) => status === 'succeeded').length;
}

/** Kills the sender repeatedly. The worker that was started last is never the sender: the other one has the lease. */
async function killSenderRepeatedly(
  world: World,
  receiver: Receiver,
  [sender, other]: [WorkerProcess, WorkerProcess],
  kills: number,
): Promise<number[]> {
  const outages: number[] = [];
  let [sending, waiting] = [sender, other];
  for (let count = 0; count < kills; count += 1) {
    await waitUntil('eight are open', () => receiver.openNow === maxInFlight);
    await sending.kill();
    const killedAt = Date.now();
    await waitUntil('the receiver sees the end of the connections', () => receiver.openNow === 0);
    await waitUntil('the other takes over', () => receiver.openNow > 0, takeOverTimeoutMs);
    outages.push(Date.now() - killedAt);
    sending = waiting;
    waiting = world.startWorker();
    await waiting.ready;
  }
  return outages;
}

function rowOfHeld(size: Size, { arrivals, maxOpenByPath }: Receiver, outages: number[]): Row {
  const most = Math.max(...maxOpenByPath.values());
  const byId = Map.groupBy(arrivals, ({ id }) => id);
  const firstEight = arrivals.slice(0, maxInFlight);
  const sentAgain = firstEight.filter(({ id }) => (byId.get(id)?.length ?? 0) > 1).length;
  const responded = new Set(arrivals.filter(isResponded).map(({ id }) => id)).size;
  const twice = [...byId.values()].filter((all) => all.filter(isResponded).length > 1).length;
  return rowOf(
    `eight at once, two workers, ${size.kills} killed`,
    'never more than 8 open from live processes, also at a takeover; held ones are not sent again',
    `most open at once: ${most}; ${responded} of ${size.tasks} got a response, ${twice} of them twice; of the first eight, held ` +
      `for 12 s, ${sentAgain} were sent again; takeovers after ${range(outages)}`,
    {
      'eight at most': most <= maxInFlight,
      'eight in parallel': most === maxInFlight,
      'all get a response': responded === size.tasks,
      'none gets two responses': twice === 0,
      'held ones are not sent again': sentAgain === 0,
    },
  );
}

const isResponded = ({ respondedAt }: Arrival) => respondedAt !== undefined;
