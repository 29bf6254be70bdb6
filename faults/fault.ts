import type { Row } from './row.ts';
import type { Ground } from './webhooks/support/world.ts';

type Run = (ground: Ground) => Promise<Row[]>;

/** A fault as `pnpm faults` runs it, and in the short form of the tests. */
export type Fault = { name: string; full: Run; short: Run | undefined };

/** A fault in its full size, and in a short one for the tests unless others pin the same. */
export const defineFault = <Size>(
  name: string,
  run: (ground: Ground, size: Size) => Promise<Row[]>,
  full: Size,
  short?: Size,
): Fault => ({
  name,
  full: (ground) => run(ground, full),
  short: short && ((ground) => run(ground, short)),
});
