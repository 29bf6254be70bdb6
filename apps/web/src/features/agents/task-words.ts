import { formatNumber } from '../../lib/format/format-number.ts';

/** "1 task", "12 tasks": exact, as numbers are everywhere. */
export function tasks(count: number): string {
  return `${formatNumber(count)} ${count === 1 ? 'task' : 'tasks'}`;
}
