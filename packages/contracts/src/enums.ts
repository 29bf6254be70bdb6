import { KeyAccess, MemberRole, TaskPriority, TaskStatus } from '@crewboard/db/enums';

// Values of enums of the Prisma schema, in its order. Without zod, because pages load them; marked as pure, so that a page
// loads those that it needs.

export const valuesOf = <Value extends string>(values: Record<string, Value>) =>
  Object.values(values) as [Value, ...Value[]];

/** From the most to the least privileged: everything; everything except managing owners; work on tasks; only read. */
export const memberRoles = /* @__PURE__ */ valuesOf(MemberRole);
/** From the most to the least: all that a key may do; work on tasks, and read; only read. */
export const keyAccesses = /* @__PURE__ */ valuesOf(KeyAccess);
/** What an invitation can make people: owners are promoted. */
export const invitedRoles = ['admin', 'member', 'viewer'] as const satisfies MemberRole[];
/** From the lowest to the highest. */
export const taskPriorities = /* @__PURE__ */ valuesOf(TaskPriority);
/** In the order of the columns of a board. */
export const taskStatuses = /* @__PURE__ */ valuesOf(TaskStatus);
