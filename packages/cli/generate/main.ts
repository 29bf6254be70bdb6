// Writes src/generated/commands.ts. With --check, fails if it is stale.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { printCommands } from './print-commands.ts';

const file = path.join(import.meta.dirname, '../src/generated/commands.ts');
const text = printCommands();

if (process.argv[2] !== '--check') {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
} else if (readFileSync(file, 'utf8') !== text) {
  process.stderr.write(
    'packages/cli/src/generated/commands.ts is stale: run `pnpm clients` and commit it.\n',
  );
  process.exitCode = 1;
}
