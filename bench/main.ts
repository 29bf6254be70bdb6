// Measures the service on this machine: pnpm bench bounded, pnpm bench live, pnpm bench queue, pnpm bench waiting, pnpm bench webhooks
import { measureBounded } from './bounded/measure-bounded.ts';
import { measureLive } from './live/measure-live.ts';
import { measureQueue } from './queue/measure-queue.ts';
import { measureWaiting } from './waiting/measure-waiting.ts';
import { measureWebhooks } from './webhooks/measure-webhooks.ts';

const benchmarks: Record<string, () => Promise<void>> = {
  bounded: measureBounded,
  live: measureLive,
  queue: measureQueue,
  waiting: measureWaiting,
  webhooks: measureWebhooks,
};
const [name = ''] = process.argv.slice(2);
const run = benchmarks[name];
if (!run) {
  console.error(`Say which: ${Object.keys(benchmarks).join(', ')}. For example: pnpm bench live`);
  process.exit(1);
}
await run();
