import { setTimeout as sleep } from 'node:timers/promises';
import { type Row, rowOf } from '../row.ts';
import { grouped, seconds } from './support/numbers.ts';
import { type Postgres, startPostgres } from './support/postgres.ts';
import { type Arrival, acceptAfter, Receiver } from './support/receiver.ts';
import { happens, until } from './support/wait.ts';
import { type Delivery, type Ground, World } from './support/world.ts';

type Size = { tasks: number; goneForMs: number };

/** It dies, or all of its processes stand still and hold their connections. */
type How = 'kill -9' | 'SIGSTOP';

const paths = ['/a', '/b'];
const answerAfter = 3_000;
const backWithin = 120_000;

export const killDatabase = (ground: Ground, size: Size) => loseDatabase(ground, 'kill -9', size);
export const freezeDatabase = (ground: Ground, size: Size) => loseDatabase(ground, 'SIGSTOP', size);

/** The database goes while a receiver that is slow to answer holds requests of two workers. */
async function loseDatabase(ground: Ground, how: How, size: Size): Promise<Row[]> {
  const postgres = await startPostgres();
  const receiver = await Receiver.start();
  receiver.answer = acceptAfter(answerAfter);
  try {
    const world = await World.open({ ownerUrl: postgres.ownerUrl, applicationUrl: postgres.url });
    try {
      for (const path of paths) await world.createWebhook(`${receiver.url}${path}`);
      const workers = [world.startWorker(), world.startWorker()];
      await Promise.all(workers.map(({ ready }) => ready));
      await world.completeNew(size.tasks);
      const most = 8 * paths.length;
      await until('as many requests are open as may be', () => receiver.openNow === most);
      const gone = await takeAway(postgres, how, size.goneForMs);
      ground.say('the database is back');
      await happens(() => world.areAllSucceeded(size.tasks * paths.length), backWithin);
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

async function takeAway(postgres: Postgres, how: How, forMs: number) {
  const since = Date.now();
  if (how === 'kill -9') await postgres.kill();
  else postgres.freeze();
  await sleep(forMs);
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
  const byId = grouped(arrivals, ({ id }) => id);
  const succeeded = deliveries.filter(({ status }) => status === 'succeeded');
  const lost = deliveries.filter(({ id }) => !byId.has(id)).length;
  const twice = [...byId.values()].filter(({ length }) => length > 1).length;
  const meanwhile = new Set(
    arrivals
      .filter(({ answeredAt = 0 }) => answeredAt > gone.since && answeredAt < gone.until)
      .map(({ id }) => id),
  );
  const recorded = succeeded.filter(({ id }) => meanwhile.has(id));
  const sentOnce = recorded.filter(({ id }) => byId.get(id)?.length === 1).length;
  const writtenTwice = deliveries.filter(({ id, attempts }) => attempts.length > (byId.get(id)?.length ?? 0));
  const all = size.tasks * paths.length;
  return rowOf(
    `database gone for ${seconds(size.goneForMs)} (${how})`,
    'none lost; what was answered meanwhile is recorded afterwards',
    `${all} deliveries, ${lost} lost, ${succeeded.length} succeeded ${seconds(gone.recoveryMs)} after it was back; ` +
      `${meanwhile.size} answered meanwhile, ${recorded.length} of them recorded (${sentOnce} without being sent again); ` +
      `${twice} arrived twice; ${writtenTwice.length} have an attempt written down more often than it was made`,
    {
      'none lost': lost === 0 && deliveries.length === all,
      'all succeeded': succeeded.length === all,
      'some were answered meanwhile': meanwhile.size > 0,
      'what was answered meanwhile is recorded': recorded.length === meanwhile.size,
    },
  );
}
