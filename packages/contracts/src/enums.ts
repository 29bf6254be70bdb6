import {
  ActorKind,
  AgentStatus,
  DeliveryStatus,
  EventSubject,
  MemberRole,
  TaskPriority,
  TaskStatus,
} from '@crewboard/db/enums';

// The values of each enum of the Prisma schema, in its order. Without zod: pages load them.

const valuesOf = <Value extends string>(values: Record<string, Value>) =>
  Object.values(values) as [Value, ...Value[]];

export const actorKinds = valuesOf(ActorKind);
export const agentStatuses = valuesOf(AgentStatus);
export const deliveryStatuses = valuesOf(DeliveryStatus);
export const eventSubjects = valuesOf(EventSubject);
/** From the most to the least privileged: everything; everything except managing owners; work on tasks; only read. */
export const memberRoles = valuesOf(MemberRole);
/** From the lowest to the highest. */
export const taskPriorities = valuesOf(TaskPriority);
/** In the order of the columns of a board. */
export const taskStatuses = valuesOf(TaskStatus);
