#!/usr/bin/env node
import { exitCodes } from './exit-codes.ts';
import { run } from './run.ts';

// The reader of a pipe may have enough: head.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? exitCodes.ok : exitCodes.failed);
});

// A closed terminal must not end `work` before it has ended its commands and released their tasks.
process.stderr.on('error', () => undefined);

process.exitCode = await run(process.argv.slice(2), process);
