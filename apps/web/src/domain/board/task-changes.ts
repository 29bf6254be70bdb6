import type { BoardTask } from '@crewboard/contracts';
import { type AssigneeNames, assigneeName } from '#domain/events/assignee-names.ts';
import { isolate } from '#lib/text/isolate.ts';
import { isClosed, statusNames } from './statuses.ts';

/** Whether an agent works on the task: cancelling it ends the claim. */
export const isHeld = ({ status, assignedAgentId }: BoardTask): boolean =>
  status === 'in_progress' && assignedAgentId !== null;

/** The label of a change of status or assignee; null for other changes. */
export function changeLabel(before: BoardTask, after: BoardTask, names: AssigneeNames): string | null {
  if (before.status !== after.status) {
    if (after.status === 'cancelled') return 'Cancelled';
    if (after.status === 'todo' && isClosed(before.status)) return 'Reopened';
    return `Moved to ${statusNames[after.status]}`;
  }
  const isSame =
    before.assignedAgentId === after.assignedAgentId && before.assignedMemberId === after.assignedMemberId;
  return isSame ? null : `Assigned to ${assigneeName(after, names) ?? 'nobody'}`;
}

/** The same as a sentence for screen readers. */
export function changeSentence(before: BoardTask, after: BoardTask, names: AssigneeNames): string {
  const title = `“${isolate(after.title)}”`;
  if (before.status !== after.status) {
    return `Moved ${title} from ${statusNames[before.status]} to ${statusNames[after.status]}.`;
  }
  return `${title}: ${changeLabel(before, after, names)}.`;
}
