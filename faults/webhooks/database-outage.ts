import { setTimeout as sleep } from 'node:timers/promises';
import { type Row, rowOf } from '../row.ts';
import { seconds } from './support/numbers.ts';
import { type Postgres, startPostgres } from './support/postgres.ts';
import { type Arrival, accept, Receiver } from './support/receiver.ts';
import { becomesTrue, waitUntil } from './support/wait.ts';
import { type Delivery, type FaultContext, World } from './support/world.ts';

type Size = { tasks: number; outageMs: number };

/** How the database fails: its processes are killed, or suspended with their connections open. */
type How = 'kill -9' | 'SIGSTOP';

const paths = ['/a', '/b'];
const maxInFlightPerEndpoint = 8;
const recoveryTimeoutMs = 120_000;

export const killDatabase = (context: FaultContext, size: Size) =>
  runDatabaseOutage(context, 'kill -9', size);
export const freezeDatabase = (context: FaultContext, size: Size) =>
  runDatabaseOutage(context, 'SIGSTOP', size);

/** The database fails while a slow receiver holds requests of two workers. */
async function runDatabaseOutage(context: FaultContext, how: How, size: Size): Promise<Row[]> {
  const postgres = await startPostgres();
  const receiver = await Receiver.start();
  // Requests get their responses in the middle of the outage, however slowly the machine sends them.
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  receiver.respond = (response, arrival) => void isReleased.then(() => accept(response, arrival));
  try {
    const world = await World.open({ ownerUrl: postgres.ownerUrl, applicationUrl: postgres.url });
    try {
      for (const path of paths) await world.createWebhook(`${receiver.url}${path}`);
      const workers = [world.startWorker(), world.startWorker()];
      await Promise.all(workers.map(({ ready }) => ready));
      await world.completeNew(size.tasks);
      const maxInFlight = maxInFlightPerEndpoint * paths.length;
      await waitUntil('all requests that are allowed are open', () => receiver.openNow === maxInFlight);
      const gone = await interruptDatabase(postgres, how, size.outageMs, release);
      context.report('the database is back');
      await becomesTrue(() => world.areAllSucceeded(size.tasks * paths.length), recoveryTimeoutMs);
      const recoveryMs = Date.now() - gone.until;
      return [rowOfLoss(how, size, await world.deliveries(), receiver.arrivals, { ...gone, recoveryMs })];
    } finally {
      await world.close();
    }
  } finally {
    await receiver.close();
    await postgres.remove();
  }
}

async function interruptDatabase(postgres: Postgres, how: How, forMs: number, meanwhile: () => void) {
  const since = Date.now();
  if (how === 'kill -9') await postgres.kill();
  else postgres.freeze();
  await sleep(forMs / 2);
  meanwhile();
  await sleep(forMs / 2);
  const until = Date.now();
  if (how === 'kill -9') await postgres.startAgain();
  else postgres.thaw();
  return { since, until };
}

function rowOfLoss(
  how: How,
  size: Size,
  deliveries: Delivery[],
  arrivals: Arrival[],
  gone: { since: number; until: number; recoveryMs: number },
): Row {
  const byId = Map.groupBy(arrivals, ({ id }) => id);
  const succeeded = deliveries.filter(({ status }) => status === 'succeeded');
  const lost = deliveries.filter(({ id }) => !byId.has(id)).length;
  const twice = [...byId.values()].filter(({ length }) => length > 1).length;
  const meanwhile = new Set(
    arrivals
      .filter(({ respondedAt = 0 }) => respondedAt > gone.since && respondedAt < gone.until)
      .map(({ id }) => id),
  );
  const recorded = succeeded.filter(({ id }) => meanwhile.has(id));
  const sentOnce = recorded.filter(({ id }) => byId.get(id)?.length === 1).length;
  const writtenTwice = deliveries.filter(({ id, attempts }) => attempts.length > (byId.get(id)?.length ?? 0));
  const all = size.tasks * paths.length;
  return rowOf(
    `database gone for ${seconds(size.outageMs)} (${how})`,
    'none lost; responses during the outage are recorded afterwards',
    `${all} deliveries, ${lost} lost, ${succeeded.length} succeeded ${seconds(gone.recoveryMs)} after it was back; ` +
      `${meanwhile.size} responses during the outage, ${recorded.length} of them recorded (${sentOnce} without being sent again); ` +
      `${twice} arrived twice; ${writtenTwice.length} have an attempt recorded more often than it was made`,
    {
      'none lost': lost === 0 && deliveries.length === all,
      'all succeeded': succeeded.length === all,
      'some responses during the outage': meanwhile.size > 0,
      'responses during the outage are recorded': recorded.length === meanwhile.size,
    },
  );
}
