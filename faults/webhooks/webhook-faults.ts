import { defineFault, type Fault } from '../fault.ts';
import { freezeDatabase, killDatabase } from './database-outage.ts';
import { runGracefulShutdown } from './graceful-shutdown.ts';
import { runHeldRequests } from './held-requests.ts';
import { killAfterReading } from './kill-after-reading.ts';
import { killAtRandom } from './kill-at-random.ts';
import { killBeforeReading } from './kill-before-reading.ts';
import { runManyHangingReceivers } from './many-hanging-receivers.ts';
import { runMisbehavingReceivers } from './misbehaving-receivers.ts';
import { runReceiverDownForDays } from './receiver-down-for-days.ts';

export const webhookFaults: Fault[] = [
  defineFault('kill before reading', killBeforeReading, { kills: 50, lanes: 10 }, { kills: 1, lanes: 1 }),
  defineFault('kill after reading', killAfterReading, { kills: 50, lanes: 10 }, { kills: 1, lanes: 1 }),
  defineFault('kill at random', killAtRandom, {
    completions: 1_000,
    perSecond: 40,
    responseDelayMs: 40,
    killForMs: 90_000,
  }),
  defineFault('kill database', killDatabase, { tasks: 24, outageMs: 10_000 }, { tasks: 9, outageMs: 3_000 }),
  defineFault(
    'freeze database',
    freezeDatabase,
    { tasks: 24, outageMs: 10_000 },
    { tasks: 9, outageMs: 3_000 },
  ),
  defineFault('misbehaving receivers', runMisbehavingReceivers, { tasks: 60, perSecond: 10 }),
  defineFault('receiver down for days', runReceiverDownForDays, { factor: 10_000, tasks: 10 }),
  defineFault('held requests', runHeldRequests, { tasks: 64, kills: 3 }, { tasks: 16, kills: 1 }),
  defineFault('many hanging receivers', runManyHangingReceivers, { endpoints: 50 }),
  defineFault('graceful shutdown', runGracefulShutdown, { tasks: 32, times: 3 }, { tasks: 12, times: 1 }),
];
