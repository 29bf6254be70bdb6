import type { Row } from './row.ts';
import type { FaultContext } from './webhooks/support/world.ts';

type Run = (context: FaultContext) => Promise<Row[]>;

/** A fault as `pnpm faults` runs it, and in the short form of the tests. */
export type Fault = { name: string; full: Run; short: Run | undefined };

/** A fault in its full size, and in a short one for the tests, unless other tests check the same. */
export const defineFault = <Size>(
  name: string,
  run: (context: FaultContext, size: Size) => Promise<Row[]>,
  full: Size,
  short?: Size,
): Fault => ({
  name,
  full: (context) => run(context, full),
  short: short && ((context) => run(context, short)),
});
