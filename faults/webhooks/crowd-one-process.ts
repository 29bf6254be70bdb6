import { type Row, rowOf } from '../row.ts';
import { grouped } from './support/numbers.ts';
import { acceptAfter, Receiver } from './support/receiver.ts';
import { happens, inTurns, until } from './support/wait.ts';
import { type Ground, World } from './support/world.ts';

type Size = { endpoints: number };

const mostAtOnce = 8;
/** From so many on, a process sends one at a time to endpoints that are slow. */
const manyOfOneProcess = 200;
/** Longer than a lease, shorter than what an answer may take. */
const heldFor = 13_000;

/**
 * So many requests are held open that a process sends one at a time to these endpoints. It must keep them to itself all
 * the same: another worker stands by for what has no owner.
 */
export async function crowdOneProcess(ground: Ground, { endpoints }: Size): Promise<Row[]> {
  const world = await World.open(ground);
  const receiver = await Receiver.start();
  receiver.answer = acceptAfter(heldFor);
  try {
    const make = (_: unknown, index: number) => () => world.createWebhook(`${receiver.url}/${index}`);
    await inTurns(Array.from({ length: endpoints }, make));
    const sender = world.startWorker();
    await sender.ready;
    const taskIds = await world.completeNew(mostAtOnce);
    const all = endpoints * taskIds.length;
    await until(
      'the process has many on their way',
      () => receiver.openNow >= Math.min(all, manyOfOneProcess),
    );
    const other = world.startWorker();
    await other.ready;
    ground.say(`${receiver.openNow} are open`);
    await happens(() => world.areAllSucceeded(all), 60_000);
    return [rowOfCrowd(all, receiver)];
  } finally {
    await receiver.close();
    await world.close();
  }
}

function rowOfCrowd(all: number, { arrivals, mostOpen }: Receiver): Row {
  const byId = grouped(arrivals, ({ id }) => id);
  const twice = [...byId.values()].filter(({ length }) => length > 1).length;
  const most = Math.max(...mostOpen.values());
  const over = [...mostOpen.values()].filter((count) => count > mostAtOnce).length;
  return rowOf(
    `${all} deliveries held for 13 s, two workers`,
    'a process with hundreds on their way keeps its endpoints: 8 at once, each sent once',
    `${byId.size} arrived, ${twice} of them twice; most open at once for one endpoint: ${most} (${over} endpoints over 8)`,
    { 'all arrive': byId.size === all, 'eight at most': most <= mostAtOnce, 'each once': twice === 0 },
  );
}
