// Writes src/generated. With --check, fails where it is stale.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { printAreas, printBounds, printOperations, printTypes } from './print-client.ts';

const folder = path.join(import.meta.dirname, '../src/generated');
mkdirSync(folder, { recursive: true });
const files = {
  'types.ts': printTypes(),
  'operations.ts': printOperations(),
  'areas.ts': printAreas(),
  'bounds.ts': printBounds(),
};

for (const [name, text] of Object.entries(files)) {
  const file = path.join(folder, name);
  if (process.argv[2] !== '--check') writeFileSync(file, text);
  else if (readFileSync(file, 'utf8') !== text) {
    process.stderr.write(
      `packages/sdk/src/generated/${name} is stale: run \`pnpm clients\` and commit it.\n`,
    );
    process.exitCode = 1;
  }
}
