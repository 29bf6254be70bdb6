import type { BoardCursor } from '../resources/board.ts';
import type { Task } from '../resources/task.ts';
import { boardTime } from './board-rules.ts';

/** Whether a column is in the order in which agents get its tasks from the queue. */
export const isInQueueOrder = ({ status, order }: { status: string; order?: string | undefined }): boolean =>
  status === 'todo' && order === 'queue';

/** The place of a task in a column, as the cursor of a page. */
export function placeInColumn(
  task: Pick<Task, 'id' | 'status' | 'priority' | 'rank' | 'createdAt' | 'statusChangedAt'>,
  column: { status: string; order?: string | undefined },
): BoardCursor {
  const { id, priority, rank } = task;
  return isInQueueOrder(column) ? { priority, rank, id } : { time: boardTime(task), id };
}
