import { formatNumber } from '../../lib/format/format-number.ts';

/** "1 task", "12 tasks". */
export function taskCountLabel(count: number): string {
  return `${formatNumber(count)} ${count === 1 ? 'task' : 'tasks'}`;
}
