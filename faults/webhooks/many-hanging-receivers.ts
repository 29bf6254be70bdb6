import { type Row, rowOf } from '../row.ts';
import { acceptAfter, Receiver } from './support/receiver.ts';
import { becomesTrue, runConcurrently, waitUntil } from './support/wait.ts';
import { type FaultContext, World } from './support/world.ts';

type Size = { endpoints: number };

const maxInFlight = 8;
/** From this number on, a process sends one at a time to slow endpoints. */
const manyInFlight = 200;
/** Longer than a lease, shorter than the timeout of a response. */
const holdMs = 13_000;

/**
 * Receivers hold so many requests that a process sends one at a time to each endpoint. It must renew all its leases:
 * another worker takes every endpoint without an owner.
 */
export async function runManyHangingReceivers(context: FaultContext, { endpoints }: Size): Promise<Row[]> {
  const world = await World.open(context);
  const receiver = await Receiver.start();
  receiver.respond = acceptAfter(holdMs);
  try {
    const make = (_: unknown, index: number) => () => world.createWebhook(`${receiver.url}/${index}`);
    await runConcurrently(Array.from({ length: endpoints }, make));
    const sender = world.startWorker();
    await sender.ready;
    const taskIds = await world.completeNew(maxInFlight);
    const all = endpoints * taskIds.length;
    await waitUntil('the process has many in flight', () => receiver.openNow >= Math.min(all, manyInFlight));
    const other = world.startWorker();
    await other.ready;
    context.report(`${receiver.openNow} are open`);
    await becomesTrue(() => world.areAllSucceeded(all), 60_000);
    return [rowOfConcurrency(all, receiver)];
  } finally {
    await receiver.close();
    await world.close();
  }
}

function rowOfConcurrency(all: number, { arrivals, maxOpenByPath }: Receiver): Row {
  const byId = Map.groupBy(arrivals, ({ id }) => id);
  const twice = [...byId.values()].filter(({ length }) => length > 1).length;
  const most = Math.max(...maxOpenByPath.values());
  const over = [...maxOpenByPath.values()].filter((count) => count > maxInFlight).length;
  return rowOf(
    `${all} deliveries held for 13 s, two workers`,
    'a process with hundreds in flight keeps its endpoints: 8 in parallel, each sent once',
    `${byId.size} arrived, ${twice} of them twice; most open at once for one endpoint: ${most} (${over} endpoints over 8)`,
    { 'all arrive': byId.size === all, 'eight at most': most <= maxInFlight, 'each once': twice === 0 },
  );
}
