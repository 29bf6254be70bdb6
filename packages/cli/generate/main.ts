// Writes src/generated of the command line; with --check, fails if it is stale.
import path from 'node:path';
import { writeGenerated } from '../../sdk/generate/write-generated.ts';
import { printCommands } from './print-commands.ts';

writeGenerated(path.join(import.meta.dirname, '../src/generated'), { 'commands.ts': printCommands() });
