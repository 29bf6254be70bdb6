import type { BoardTask, LeaseExtension } from '@crewboard/contracts';
import type { ColumnPages } from './board-cache.ts';

/** Extended leases by task. */
export type LeasesByTask = ReadonlyMap<string, LeaseExtension>;

/** The task with its extended lease: of the same attempt, and a later one. Otherwise the task itself. */
export function withExtendedLease<T extends BoardTask>(task: T, leases: LeasesByTask): T {
  const lease = leases.get(task.id);
  const isNews =
    lease &&
    task.leaseExpiresAt !== null &&
    task.attempt === lease.attempt &&
    task.leaseExpiresAt < lease.leaseExpiresAt;
  return isNews ? { ...task, leaseExpiresAt: lease.leaseExpiresAt } : task;
}

/** A column with extended leases. Pages and tasks without one keep their identity. */
export function extendLeasesIn<Pages extends ColumnPages>(column: Pages, leases: LeasesByTask): Pages {
  let hasChanged = false;
  const pages = column.pages.map((page) => {
    const tasks = page.tasks.map((task) => withExtendedLease(task, leases));
    if (tasks.every((task, index) => task === page.tasks[index])) return page;
    hasChanged = true;
    return { ...page, tasks };
  });
  return hasChanged ? { ...column, pages } : column;
}

/** Bounds what a page keeps; the oldest go first. */
const maxKept = 1_000;

/** Adds extensions to those that are known: a response that was read before them arrives after them. */
export function keepNewest(known: Map<string, LeaseExtension>, leases: LeaseExtension[]): void {
  for (const lease of leases) {
    known.delete(lease.taskId);
    known.set(lease.taskId, lease);
  }
  for (const taskId of known.keys()) {
    if (known.size <= maxKept) return;
    known.delete(taskId);
  }
}
