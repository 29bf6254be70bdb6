import { MemberRole, TaskPriority, TaskStatus } from '@crewboard/db/enums';

// Values of enums of the Prisma schema, in its order. Without zod: pages load them, and so none that pages do not need.

export const valuesOf = <Value extends string>(values: Record<string, Value>) =>
  Object.values(values) as [Value, ...Value[]];

/** From the most to the least privileged: everything; everything except managing owners; work on tasks; only read. */
export const memberRoles = valuesOf(MemberRole);
/** From the lowest to the highest. */
export const taskPriorities = valuesOf(TaskPriority);
/** In the order of the columns of a board. */
export const taskStatuses = valuesOf(TaskStatus);
