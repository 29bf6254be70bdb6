import { z } from 'zod';
import { maxBlockers, maxDependants } from './bounds/dependency-bounds.ts';
import { Task } from './task.ts';

/** A task at the other end of a dependency, as the dashboard lists it. */
export const DependencyTask = Task.pick({
  ...{ id: true, title: true, status: true, projectId: true },
  ...{ assignedAgentId: true, assignedMemberId: true, archivedAt: true, version: true },
});
export type DependencyTask = z.infer<typeof DependencyTask>;

/** What a task waits for, and what waits for it; in each list those that are open come first. */
export const TaskDependencies = z.strictObject({
  blockers: z.array(DependencyTask).max(maxBlockers),
  dependants: z.array(DependencyTask).max(maxDependants),
});
export type TaskDependencies = z.infer<typeof TaskDependencies>;
