import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openApiJson } from '../docs/openapi-document.ts';

// `pnpm openapi` runs this file, which writes openapi.json at the root of the project. With --check it only fails if
// the file is stale.

const file = path.join(import.meta.dirname, '../../../../openapi.json');

if (process.argv[2] !== '--check') {
  writeFileSync(file, openApiJson());
} else if (readFileSync(file, 'utf8') !== openApiJson()) {
  process.stderr.write('openapi.json is stale: run `pnpm openapi` and commit it.\n');
  process.exit(1);
}
