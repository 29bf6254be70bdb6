import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { prepareDatabase } from '@crewboard/db';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@crewboard/db/embedded';

// PostgreSQL on the small disk in argv[2], restarted when it exits, as `npm start` does. Runs in the mount
// namespace of that disk, and gets its commands over the IPC channel of its parent.

const dataDir = process.argv[2] ?? '';
const filler = join(dataDir, 'filler');
let isStopping = false;

async function start(port?: number): Promise<EmbeddedPostgres> {
  for (;;) {
    try {
      return await startEmbeddedPostgres({
        dataDir,
        port,
        settings: { min_wal_size: '32MB', max_wal_size: '48MB' },
      });
    } catch (error) {
      if (!port || isStopping) throw error;
      await sleep(200);
    }
  }
}

/** Fills the disk completely. */
function fill(): void {
  const file = openSync(filler, 'w');
  for (const size of [1024 * 1024, 4096, 1]) {
    try {
      for (const bytes = Buffer.alloc(size); ; ) writeSync(file, bytes);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }
  closeSync(file);
}

let server = await start();
const { port } = server;
await prepareDatabase(server);
process.on('message', async (command) => {
  if (command === 'fill') fill();
  if (command === 'free') rmSync(filler, { force: true });
  if (command === 'stop') {
    isStopping = true;
    await server.stop();
  }
  process.send?.('done', () => command === 'stop' && process.exit());
});
process.once('disconnect', () => process.exit());
process.send?.(server.url);
while (!isStopping) {
  await server.exited;
  if (!isStopping) server = await start(port);
}
