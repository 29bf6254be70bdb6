import type { BoundedCount } from '@crewboard/contracts';
import { formatNumber } from './format-number.ts';

/** "240", or "240+" if there may be more. */
export const formatCount = ({ count, isExact }: BoundedCount): string =>
  `${formatNumber(count)}${isExact ? '' : '+'}`;

/** A count of tasks for screen readers: "240", or "at least 240 tasks". */
export const spokenCount = (tasks: BoundedCount): string =>
  tasks.isExact
    ? formatCount(tasks)
    : `at least ${formatNumber(tasks.count)} ${tasks.count === 1 ? 'task' : 'tasks'}`;
