// Writes src/generated of the SDK; with --check, fails if it is stale.
import path from 'node:path';
import { printAreas, printBounds, printOperations, printTypes } from './print-client.ts';
import { writeGenerated } from './write-generated.ts';

writeGenerated(path.join(import.meta.dirname, '../src/generated'), {
  'types.ts': printTypes(),
  'operations.ts': printOperations(),
  'areas.ts': printAreas(),
  'bounds.ts': printBounds(),
});
