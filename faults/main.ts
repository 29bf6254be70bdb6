// Breaks and attacks the service on this machine and prints the results:
//   pnpm faults webhooks [--seed=…] [part of a fault's name …]
//   pnpm faults streams
//   pnpm faults restart [part of a fault's name …]
//   pnpm faults upgrade [--from=0.4.0] [part of a fault's name …]
//   pnpm faults erasure
//   pnpm faults abuse [--seed=…] [--markdown] [part of an attack's name …]
//   pnpm faults history [--minutes=10] [--seed=…] [--control=name | --control=none]
import { parseArgs } from 'node:util';
import { runAttacks } from './abuse/run-attacks.ts';
import { erasureFaults } from './erasure/erasure-faults.ts';
import type { Fault } from './fault.ts';
import { runHistories } from './history/run-histories.ts';
import { restartFaults } from './restart/restart-faults.ts';
import { runSuite } from './run-suite.ts';
import { streamFaults } from './streams/stream-faults.ts';
import { newestRelease, upgradeFaults } from './upgrade/upgrade-faults.ts';
import { webhookFaults } from './webhooks/webhook-faults.ts';

const interruption = new AbortController();
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    markdown: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
    control: { type: 'string' },
    from: { type: 'string', default: newestRelease() },
  },
});
const [suite = '', ...names] = positionals;
const seed = Number(options.seed);
const { signal: interrupted } = interruption;

const named = (faults: Fault[]): Fault[] =>
  faults.filter(({ name }) => !names.length || names.some((part) => name.includes(part)));

const suites: Record<string, () => Promise<boolean>> = {
  webhooks: () => runSuite(named(webhookFaults), seed),
  restart: () => runSuite(named(restartFaults), seed),
  upgrade: () => runSuite(named(upgradeFaults(options.from)), seed),
  erasure: () => runSuite(named(erasureFaults), seed),
  streams: () => runSuite(streamFaults, seed),
  abuse: () => runAttacks({ names, markdown: options.markdown, seed, interrupted }),
  history: () =>
    runHistories({ minutes: Number(options.minutes), seed, control: options.control, interrupted }),
};

const run = suites[suite];
if (!run) {
  console.error(`Say which: ${Object.keys(suites).join(', ')}. For example: pnpm faults webhooks`);
  process.exit(1);
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    // The processes of these faults exit only when this process exits normally.
    if (['webhooks', 'streams', 'restart', 'upgrade', 'erasure'].includes(suite) || interrupted.aborted)
      process.exit(1);
    interruption.abort();
  });
}
// Repeats the random choices, not their times.
console.log(`--seed=${seed}`);
const isAsExpected = await run().catch((error: Error) => {
  console.error(interrupted.aborted ? 'Stopped.' : error.stack);
  return false;
});
process.exit(isAsExpected ? 0 : 1);
