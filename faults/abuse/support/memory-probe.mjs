// Loaded into a server before its own code: reports the memory that is left after a garbage collection when its parent
// asks, so that the servers need no hook for measurements.
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
// Listening must not keep a process alive that has nothing else to do.
process.channel?.unref();
