import { z } from 'zod';
import { maxBlockers, maxDependants } from '../bounds/dependency-bounds.ts';
import { maxListedChildren } from '../bounds/sub-task-bounds.ts';
import { Task, TaskChildren } from './task.ts';

// The dependencies, parent and sub-tasks of a task, which its panel in the dashboard lists.

/** A task that another task waits for, or that waits for it. */
export const DependencyTask = Task.pick({
  ...{ id: true, title: true, status: true, projectId: true },
  ...{ assignedAgentId: true, assignedMemberId: true, archivedAt: true, version: true },
});
export type DependencyTask = z.infer<typeof DependencyTask>;

/** The blockers and the dependants of a task. In each list, open tasks come first. */
export const TaskDependencies = z.strictObject({
  blockers: z.array(DependencyTask).max(maxBlockers),
  dependants: z.array(DependencyTask).max(maxDependants),
});
export type TaskDependencies = z.infer<typeof TaskDependencies>;

/** A parent or a sub-task. */
export const HierarchyTask = DependencyTask.extend({ createdAt: Task.shape.createdAt });
export type HierarchyTask = z.infer<typeof HierarchyTask>;

/** The parent of a task and its sub-tasks, archived ones included, the oldest first. `counts` counts all sub-tasks. */
export const TaskHierarchy = z.strictObject({
  parent: HierarchyTask.nullable(),
  children: z.array(HierarchyTask).max(maxListedChildren),
  counts: TaskChildren,
});
export type TaskHierarchy = z.infer<typeof TaskHierarchy>;
