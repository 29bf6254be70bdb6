import { KeyAccess, MemberRole, TaskPriority, TaskStatus } from '@crewboard/db/enums';

// The values of enums, in the order of the Prisma schema. Without zod, because pages load them. Each call is marked as
// pure, so that the bundler leaves out the enums that a page does not use.

export const valuesOf = <Value extends string>(values: Record<string, Value>) =>
  Object.values(values) as [Value, ...Value[]];

/** From the most to the least privileged: everything; everything but managing owners; work on tasks; read only. */
export const memberRoles = /* @__PURE__ */ valuesOf(MemberRole);
/** From the most to the least privileged: everything that keys may do; work on tasks and read; read only. */
export const keyAccesses = /* @__PURE__ */ valuesOf(KeyAccess);
/** The roles that an invitation can give. Only an owner can make another member an owner. */
export const invitedRoles = ['admin', 'member', 'viewer'] as const satisfies MemberRole[];
/** From the lowest to the highest. */
export const taskPriorities = /* @__PURE__ */ valuesOf(TaskPriority);
/** In the order of the columns of a board. */
export const taskStatuses = /* @__PURE__ */ valuesOf(TaskStatus);
