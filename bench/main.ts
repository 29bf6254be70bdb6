// Measures the service on this machine: pnpm bench live, pnpm bench queue, pnpm bench waiting, pnpm bench web,
// pnpm bench webhooks
import { measureLive } from './live/measure-live.ts';
import { measureQueue } from './queue/measure-queue.ts';
import { measureWaiting } from './waiting/measure-waiting.ts';
import { measureWeb } from './web/measure-web.ts';
import { measureWebhooks } from './webhooks/measure-webhooks.ts';

const benchmarks: Record<string, () => Promise<void>> = {
  live: measureLive,
  queue: measureQueue,
  waiting: measureWaiting,
  web: measureWeb,
  webhooks: measureWebhooks,
};
const [name = ''] = process.argv.slice(2);
const run = benchmarks[name];
if (!run) {
  console.error(`Say which: ${Object.keys(benchmarks).join(', ')}. For example: pnpm bench live`);
  process.exit(1);
}
await run();
