import type { Event } from '@crewboard/contracts';
import { isolate } from '#lib/text/isolate.ts';

/** The current names of agents and of the people in the team, by id. */
export type AssigneeNames = ReadonlyMap<string, string>;

/** The name of an agent for a sentence; a general name if the page does not know the agent. */
export const agentName = (id: unknown, names: AssigneeNames): string =>
  isolate(names.get(String(id)) ?? 'an agent');

/** The name of a person for a sentence; a general name if the person has left the team. */
const personName = (id: unknown, names: AssigneeNames): string =>
  isolate(names.get(String(id)) ?? 'a former member');

/** The fields of a task that name its assignee. */
export interface Assignee {
  assignedAgentId?: unknown;
  assignedMemberId?: unknown;
}

/** The names of the fields of `Assignee`. */
export const assigneeFields: readonly string[] = ['assignedAgentId', 'assignedMemberId'];

/** The assignee of a task before or after an event. */
export const assigneeIn = (changes: Event['changes'], side: 'before' | 'after'): Assignee => ({
  assignedAgentId: changes?.assignedAgentId?.[side],
  assignedMemberId: changes?.assignedMemberId?.[side],
});

/** The name of the assigned agent or person; null for nobody. */
export function assigneeName(
  { assignedAgentId, assignedMemberId }: Assignee,
  names: AssigneeNames,
): string | null {
  if (assignedMemberId) return personName(assignedMemberId, names);
  return assignedAgentId ? agentName(assignedAgentId, names) : null;
}
