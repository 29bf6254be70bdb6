import type { BoundedCount } from '@crewboard/contracts';
import { formatCount, spokenCount } from '#lib/format/format-count.ts';

/** A number of tasks: "240", or "240+" where there may be more. */
export function TaskCount({ tasks }: { tasks: BoundedCount }) {
  if (tasks.isExact) return formatCount(tasks);
  return (
    <>
      <span aria-hidden>{formatCount(tasks)}</span>
      <span className="visually-hidden">{spokenCount(tasks)}</span>
    </>
  );
}
