import type { ChangeNotifier, Database } from '@crewboard/db';
import type { SystemContextOf } from '../features/tasks/background/system-context.ts';
import type { TaskArrivals } from '../features/tasks/queue/task-arrivals.ts';
import type { PollLoop } from './poll-loop.ts';

/** The parts of an API process that workers which change tasks need. */
export type TaskWorkerParts = Pick<PollLoop, 'log' | 'signal'> & {
  db: Database;
  systemContextOf: SystemContextOf;
  changeNotifier: ChangeNotifier;
  taskArrivals: TaskArrivals;
};
