import type { Database } from '@crewboard/db';
import { Batches } from '../../src/batching/batches.ts';
import { sweepTasks } from '../../src/features/tasks/background/sweep-tasks.ts';
import { createSystemContextOf } from '../../src/features/tasks/background/system-context.ts';
import type { TaskArrivals } from '../../src/features/tasks/queue/task-arrivals.ts';

/** A round of the lease sweeper of another process. */
export const sweep = (db: Database, taskArrivals: TaskArrivals) =>
  sweepTasks(db, createSystemContextOf({ of: () => db }, new Batches(db)), taskArrivals);
