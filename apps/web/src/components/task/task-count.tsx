import type { BoundedCount } from '@crewboard/contracts';
import { formatCount, spokenCount } from '#lib/format/format-count.ts';

/** A number of tasks: "240", or "240+" if there may be more, which screen readers read as "at least 240 tasks". */
export function TaskCount({ tasks }: { tasks: BoundedCount }) {
  if (tasks.isExact) return formatCount(tasks);
  return (
    <>
      <span aria-hidden>{formatCount(tasks)}</span>
      <span className="visually-hidden">{spokenCount(tasks)}</span>
    </>
  );
}
