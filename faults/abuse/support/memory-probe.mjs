// Preloaded into a server, so that its own code needs no hook: on a message of the parent it reports the memory after
// a garbage collection.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const SAMPLE_INTERVAL_MS = 200;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');

let peakRss = 0;
setInterval(() => {
  peakRss = Math.max(peakRss, process.memoryUsage.rss());
}, SAMPLE_INTERVAL_MS).unref();

process.on('message', (question) => {
  if (question !== 'memory') return;
  collectGarbage();
  collectGarbage();
  const { heapUsed, external, rss } = process.memoryUsage();
  process.send?.({ memory: { heap: heapUsed + external, rss, peakRss: Math.max(peakRss, rss) } });
  peakRss = 0;
});
// The listener must not keep the process alive.
process.channel?.unref();
