import type { BoardTask } from '@crewboard/contracts';
import { type AgentNames, agentName } from '#domain/events/agent-names.ts';
import { isolate } from '#lib/text/isolate.ts';
import { isClosed, statusNames } from './statuses.ts';

/** Whether an agent works on the task: cancelling it ends the claim. */
export const isHeld = ({ status, assignedAgentId }: BoardTask): boolean =>
  status === 'in_progress' && assignedAgentId !== null;

/** The label of a change of status or assignee; null for other changes. */
export function changeLabel(before: BoardTask, after: BoardTask, agentNames: AgentNames): string | null {
  if (before.status !== after.status) {
    if (after.status === 'cancelled') return 'Cancelled';
    if (after.status === 'todo' && isClosed(before.status)) return 'Reopened';
    return `Moved to ${statusNames[after.status]}`;
  }
  if (before.assignedAgentId === after.assignedAgentId) return null;
  return after.assignedAgentId
    ? `Assigned to ${agentName(after.assignedAgentId, agentNames)}`
    : 'Assigned to nobody';
}

/** The same as a sentence for screen readers. */
export function changeSentence(before: BoardTask, after: BoardTask, agentNames: AgentNames): string {
  const title = `“${isolate(after.title)}”`;
  if (before.status !== after.status) {
    return `Moved ${title} from ${statusNames[before.status]} to ${statusNames[after.status]}.`;
  }
  return `${title}: ${changeLabel(before, after, agentNames)}.`;
}
