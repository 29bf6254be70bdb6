// Breaks and attacks the service on this machine and prints the results:
//   pnpm faults webhooks [part of a fault's name …]
//   pnpm faults abuse [--markdown] [part of an attack's name …]
import { runAttacks } from './abuse/run-attacks.ts';
import { runSuite } from './run-suite.ts';
import { webhookFaults } from './webhooks/webhook-faults.ts';

const interruption = new AbortController();
const [suite = '', ...args] = process.argv.slice(2);
const names = args.filter((arg) => !arg.startsWith('--'));

const suites: Record<string, () => Promise<boolean>> = {
  webhooks: () =>
    runSuite(webhookFaults.filter(({ name }) => !names.length || names.some((part) => name.includes(part)))),
  abuse: () => runAttacks({ names, markdown: args.includes('--markdown'), interrupted: interruption.signal }),
};

const run = suites[suite];
if (!run) {
  console.error(`Say which: ${Object.keys(suites).join(', ')}. For example: pnpm faults webhooks`);
  process.exit(1);
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    // The processes of the webhook faults exit only when this process exits normally.
    if (suite !== 'abuse' || interruption.signal.aborted) process.exit(1);
    interruption.abort();
  });
}
const isAsExpected = await run().catch((error: Error) => {
  console.error(interruption.signal.aborted ? 'Stopped.' : error.stack);
  return false;
});
process.exit(isAsExpected ? 0 : 1);
