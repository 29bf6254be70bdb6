import { asynchronousCommit } from './asynchronous-commit.ts';
import type { Control } from './control.ts';
import { noAttention } from './no-attention.ts';
import { noBlockers } from './no-blockers.ts';
import { noFencing } from './no-fencing.ts';
import { readThenUpdate } from './read-then-update.ts';
import { separateKeys } from './separate-keys.ts';

export const controls: readonly Control[] = [
  readThenUpdate,
  asynchronousCommit,
  noFencing,
  separateKeys,
  noBlockers,
  noAttention,
];
