// Agents and a manager in a process of their own, which is killed and suspended.

import { seededRandom } from '../../../apps/api/test/support/seeded-random.ts';
import { KeyedClient } from './keyed-client.ts';
import { clockOf, recordCalls } from './record-calls.ts';
import { runAgent } from './run-agent.ts';
import { runManager } from './run-manager.ts';

/** What a process is to do, sent as its only message. */
export type ClientTask = {
  urls: string[];
  team: { teamId: string; projectId: string; apiKey: string };
  agents: { id: string; token: string }[];
  /** Of the whole team. */
  agentIds: string[];
  file: string;
  /** No other process of the run has it. */
  name: string;
  seed: number;
  clockOffset: number;
  leaseSeconds: number;
  thinkMs: number;
  lostShare: number;
  givesUp: boolean;
  leaseShortenedByMs: number;
};

process.on('disconnect', () => process.exit());
// A terminal's Ctrl-C is for the suite, which ends this process.
process.on('SIGINT', () => undefined);
process.once('message', (message) => {
  const { urls, team, agents, file, name, seed, ...task } = message as ClientTask;
  const record = recordCalls(file);
  const clock = clockOf(task.clockOffset);
  const worker = (index: number, actorId: string, token: string) => {
    const random = seededRandom(seed + index);
    const { lostShare, givesUp, leaseShortenedByMs } = task;
    const own = { name: `${name}.${index}`, actorId, token };
    const options = { urls, random, clock, record, ...own, lostShare, givesUp, leaseShortenedByMs };
    return { ...task, ...team, client: new KeyedClient(options), random };
  };
  const works = agents.map(({ id, token }, index) => runAgent(worker(index, id, token)));
  works.push(runManager(worker(agents.length, 'key', team.apiKey)));
  Promise.all(works).catch((error: Error) => {
    console.error(error.stack);
    process.exit(1);
  });
});
