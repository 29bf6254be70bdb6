// Breaks the service on this machine and tells what came of it: pnpm faults webhooks [part of a fault's name …]
import { runSuite } from './run-suite.ts';
import { type Fault, webhookFaults } from './webhooks/webhook-faults.ts';

const suites: Record<string, Fault[]> = { webhooks: webhookFaults };
const [name = '', ...parts] = process.argv.slice(2);
const suite = suites[name];
if (!suite) {
  console.error(`Say which: ${Object.keys(suites).join(', ')}. For example: pnpm faults webhooks`);
  process.exit(1);
}
// What was started hears of the end of this process only when it exits by itself.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));
const chosen = suite.filter((fault) => parts.length === 0 || parts.some((part) => fault.name.includes(part)));
process.exit((await runSuite(chosen)) ? 0 : 1);
