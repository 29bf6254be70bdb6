import { z } from 'zod';
import { maxListedChildren } from './bounds/sub-task-bounds.ts';
import { DependencyTask } from './dependencies.ts';
import { Task, TaskChildren } from './task.ts';

/** A parent or a sub-task, as the dashboard lists it. */
export const HierarchyTask = DependencyTask.extend({ createdAt: Task.shape.createdAt });
export type HierarchyTask = z.infer<typeof HierarchyTask>;

/** The parent of a task, and its sub-tasks: the oldest first, archived or not, with how many there are. */
export const TaskHierarchy = z.strictObject({
  parent: HierarchyTask.nullable(),
  children: z.array(HierarchyTask).max(maxListedChildren),
  counts: TaskChildren,
});
export type TaskHierarchy = z.infer<typeof TaskHierarchy>;
