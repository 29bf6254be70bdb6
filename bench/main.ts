// Measures the service on this machine: pnpm bench live
import { measureLive } from './live/measure-live.ts';

const benchmarks: Record<string, () => Promise<void>> = { live: measureLive };
const [name = ''] = process.argv.slice(2);
const run = benchmarks[name];
if (!run) {
  console.error(`Say which: ${Object.keys(benchmarks).join(', ')}. For example: pnpm bench live`);
  process.exit(1);
}
await run();
