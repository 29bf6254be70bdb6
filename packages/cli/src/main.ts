#!/usr/bin/env node
import { exitCodes } from './exit-codes.ts';
import { run } from './run.ts';

// The reader of a pipe may close it early, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? exitCodes.ok : exitCodes.failed);
});

// Ignore a closed terminal: `work` must first end its commands and release their tasks.
process.stderr.on('error', () => undefined);

process.exitCode = await run(process.argv.slice(2), process);
