import type { Database } from '@crewboard/db';
import { Batches } from '../../src/batching/batches.ts';
import { createSystemOf, endLeases } from '../../src/features/tasks/background/sweep-tasks.ts';
import type { TaskArrivals } from '../../src/features/tasks/queue/task-arrivals.ts';

/** A round of the lease sweeper of another process. */
export const sweep = (db: Database, taskArrivals: TaskArrivals) =>
  endLeases(db, createSystemOf({ of: () => db }, new Batches(db)), taskArrivals);
