import type { Row } from '../row.ts';
import { freezeDatabase, killDatabase } from './database-outage.ts';
import { runGracefulShutdown } from './graceful-shutdown.ts';
import { runHeldRequests } from './held-requests.ts';
import { killAfterReading } from './kill-after-reading.ts';
import { killAtRandom } from './kill-at-random.ts';
import { killBeforeReading } from './kill-before-reading.ts';
import { runManyHangingReceivers } from './many-hanging-receivers.ts';
import { runMisbehavingReceivers } from './misbehaving-receivers.ts';
import { runReceiverDownForDays } from './receiver-down-for-days.ts';
import type { Ground } from './support/world.ts';

type Run = (ground: Ground) => Promise<Row[]>;

/** A fault as `pnpm faults` runs it, and in the short form of the tests. */
export type Fault = { name: string; full: Run; short: Run | undefined };

/** A fault in its full size, and in a short one for the tests unless others pin the same. */
const fault = <Size>(
  name: string,
  run: (ground: Ground, size: Size) => Promise<Row[]>,
  full: Size,
  short?: Size,
): Fault => ({
  name,
  full: (ground) => run(ground, full),
  short: short && ((ground) => run(ground, short)),
});

export const webhookFaults: Fault[] = [
  fault('kill before reading', killBeforeReading, { kills: 50, lanes: 10 }, { kills: 1, lanes: 1 }),
  fault('kill after reading', killAfterReading, { kills: 50, lanes: 10 }, { kills: 1, lanes: 1 }),
  fault('kill at random', killAtRandom, {
    completions: 1_000,
    perSecond: 40,
    responseDelayMs: 40,
    killForMs: 90_000,
  }),
  fault('kill database', killDatabase, { tasks: 24, outageMs: 10_000 }, { tasks: 9, outageMs: 3_000 }),
  fault('freeze database', freezeDatabase, { tasks: 24, outageMs: 10_000 }, { tasks: 9, outageMs: 3_000 }),
  fault('misbehaving receivers', runMisbehavingReceivers, { tasks: 60, perSecond: 10 }),
  fault('receiver down for days', runReceiverDownForDays, { factor: 10_000, tasks: 10 }),
  fault('held requests', runHeldRequests, { tasks: 64, kills: 3 }, { tasks: 16, kills: 1 }),
  fault('many hanging receivers', runManyHangingReceivers, { endpoints: 50 }),
  fault('graceful shutdown', runGracefulShutdown, { tasks: 32, times: 3 }, { tasks: 12, times: 1 }),
];
