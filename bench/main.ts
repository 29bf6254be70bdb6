// Measures the service on this machine: pnpm bench (beside references), or pnpm bench with one of the names below.
import { measureBackup } from './backup/measure-backup.ts';
import { measureBeside } from './beside/measure-beside.ts';
import { measureBounded } from './bounded/measure-bounded.ts';
import { measureCompare } from './compare/measure-compare.ts';
import { measureDependencies } from './dependencies/measure-dependencies.ts';
import { measureLive } from './live/measure-live.ts';
import { measureProcess } from './process/measure-process.ts';
import { measureQueue } from './queue/measure-queue.ts';
import { measureStorage } from './storage/measure-storage.ts';
import { measureTokens } from './tokens/measure-tokens.ts';
import { measureWaiting } from './waiting/measure-waiting.ts';
import { measureWeb } from './web/measure-web.ts';
import { measureWebhooks } from './webhooks/measure-webhooks.ts';

const benchmarks: Record<string, (args: string[]) => Promise<void>> = {
  backup: measureBackup,
  beside: measureBeside,
  bounded: measureBounded,
  dependencies: measureDependencies,
  live: measureLive,
  process: measureProcess,
  queue: measureQueue,
  storage: measureStorage,
  tokens: measureTokens,
  waiting: measureWaiting,
  web: measureWeb,
  webhooks: measureWebhooks,
};
const [name = '', ...rest] = process.argv.slice(2);
if (name === '' || name.startsWith('--')) {
  await measureCompare(process.argv.slice(2));
} else {
  const run = benchmarks[name];
  // Those without a parameter have no options.
  if (!run || (rest.length > 0 && run.length === 0)) {
    console.error(`Say which: ${Object.keys(benchmarks).join(', ')}; none to compare with references.`);
    process.exit(1);
  }
  await run(rest);
}
