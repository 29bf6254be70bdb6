import type { Row } from '../row.ts';
import { bearBadReceivers } from './bear-bad-receivers.ts';
import { crowdOneProcess } from './crowd-one-process.ts';
import { holdRequests } from './hold-requests.ts';
import { killAfterReading } from './kill-after-reading.ts';
import { killAtRandom } from './kill-at-random.ts';
import { killBeforeReading } from './kill-before-reading.ts';
import { freezeDatabase, killDatabase } from './lose-database.ts';
import { receiverDownForDays } from './receiver-down-for-days.ts';
import { stopPolitely } from './stop-politely.ts';
import type { Ground } from './support/world.ts';

type Run = (ground: Ground) => Promise<Row[]>;

/** A fault as `pnpm faults` runs it, and in the short form that is one of the tests. */
export type Fault = { name: string; full: Run; short: Run | undefined };

/** The same fault in its two sizes, or in one when a test has no time for it. */
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
  fault('kill before reading', killBeforeReading, { kills: 50, lanes: 10 }, { kills: 2, lanes: 2 }),
  fault('kill after reading', killAfterReading, { kills: 50, lanes: 10 }, { kills: 2, lanes: 2 }),
  fault(
    'kill at random',
    killAtRandom,
    { completions: 1_000, perSecond: 40, answerAfterMs: 40, killForMs: 90_000 },
    { completions: 40, perSecond: 20, answerAfterMs: 1_000, killForMs: 8_000 },
  ),
  fault('kill database', killDatabase, { tasks: 24, goneForMs: 10_000 }, { tasks: 9, goneForMs: 3_000 }),
  fault('freeze database', freezeDatabase, { tasks: 24, goneForMs: 10_000 }, { tasks: 9, goneForMs: 3_000 }),
  fault(
    'bad receivers',
    bearBadReceivers,
    { tasks: 60, perSecond: 10, only: undefined },
    { tasks: 20, perSecond: 10, only: ['500', '410', '429', 'reset', 'hang'] },
  ),
  fault(
    'receiver down for days',
    receiverDownForDays,
    { factor: 10_000, tasks: 10 },
    { factor: 20_000, tasks: 4 },
  ),
  fault('hold requests', holdRequests, { tasks: 64, kills: 3 }, { tasks: 24, kills: 1 }),
  fault('crowd one process', crowdOneProcess, { endpoints: 50 }),
  fault('stop politely', stopPolitely, { tasks: 32, times: 3 }, { tasks: 12, times: 1 }),
];
