import type { BoundedCount } from '@crewboard/contracts';
import { formatCount } from '#lib/format/format-count.ts';

/** "1 task", "12 tasks", "1,000+ tasks". */
export function taskCountLabel(tasks: BoundedCount): string {
  return `${formatCount(tasks)} ${tasks.count === 1 && tasks.isExact ? 'task' : 'tasks'}`;
}
