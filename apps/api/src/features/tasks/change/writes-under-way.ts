import type { Queryable } from '@crewboard/db';
import type { Batches } from '#src/batching/batches.ts';
import type { SeenTask } from './read-task.ts';
import { isSentAlone, type Write, writeBatch, writeChanges } from './write-changes.ts';

// While a change of a task is being written in this process, another change of the task waits and decides on the
// result: its own write would come too late.

type Connections = { db: Queryable; batches: Batches };

/**
 * `written` resolves to the task after the write, or to null if the write came too late. It is deleted when the write
 * ends, because a table that the Map has outgrown may keep the entry for long (`http/response/bag.ts`).
 */
type UnderWay = { written?: Promise<SeenTask | null> };
/** By task id. */
type WritesUnderWay = Map<string, UnderWay>;
/** By the batches of a process, so that tests can run several services in one process. */
const underWayByProcess = new WeakMap<Batches, WritesUnderWay>();

export function underWayIn({ batches }: Connections): WritesUnderWay {
  const underWay = underWayByProcess.get(batches) ?? new Map();
  underWayByProcess.set(batches, underWay);
  return underWay;
}

/**
 * Writes without a lock, together with other calls; false if the write came too late. Other changes of the task do not
 * wait for a write that is sent alone, because that write may have to wait for a connection first.
 */
export async function writeUnlocked(ctx: Connections, write: Write): Promise<boolean> {
  if (isSentAlone(write)) return (await writeChanges(ctx.db, [write], { waitsForLocks: false }))[0] !== null;
  const { seen, after } = write;
  const underWay = underWayIn(ctx);
  const writing = ctx.batches.run(writeBatch, write);
  const own: UnderWay = {
    written: writing.then(
      (written) => written && { ...after, ...written },
      () => null,
    ),
  };
  underWay.set(seen.id, own);
  try {
    return (await writing) !== null;
  } finally {
    underWay.delete(seen.id);
    delete own.written;
  }
}
