import { type BoardTask, isClosed } from '@crewboard/contracts';
import { type AssigneeNames, assigneeName } from '#domain/events/assignee-names.ts';
import { isolate } from '#lib/text/isolate.ts';
import { statusNames } from '../statuses.ts';

/** Whether an agent works on the task: cancelling it ends the claim. */
export const isHeld = ({ status, assignedAgentId }: BoardTask): boolean =>
  status === 'in_progress' && assignedAgentId !== null;

interface Reader {
  names: AssigneeNames;
  /** The person who reads it. */
  personId: string;
  /** The task was released: its fields change as by a move to To do. */
  isRelease?: boolean;
}

/** Whether a move has assigned a task of nobody to the person who made it. */
const isTaken = (before: BoardTask, after: BoardTask, personId: string): boolean =>
  !before.assignedAgentId && !before.assignedMemberId && after.assignedMemberId === personId;

/** The label of a change of status or assignee; null for other changes. */
export function changeLabel(before: BoardTask, after: BoardTask, reader: Reader): string | null {
  const { names, personId, isRelease } = reader;
  if (before.status !== after.status) {
    if (isRelease) return 'Released';
    if (after.status === 'cancelled') return 'Cancelled';
    if (after.status === 'todo' && isClosed(before)) return 'Reopened';
    const assigned = isTaken(before, after, personId) ? ' and assigned to you' : '';
    return `Moved to ${statusNames[after.status]}${assigned}`;
  }
  const isSame =
    before.assignedAgentId === after.assignedAgentId && before.assignedMemberId === after.assignedMemberId;
  if (isSame) return null;
  const assignee = after.assignedMemberId === personId ? 'you' : (assigneeName(after, names) ?? 'nobody');
  return `Assigned to ${assignee}`;
}

/** The same as a sentence for screen readers. */
export function changeSentence(before: BoardTask, after: BoardTask, reader: Reader): string {
  const title = `“${isolate(after.title)}”`;
  if (before.status !== after.status) {
    if (reader.isRelease) return `Released ${title}. It is in ${statusNames[after.status]}.`;
    const assigned = isTaken(before, after, reader.personId) ? ', and assigned it to you' : '';
    return `Moved ${title} from ${statusNames[before.status]} to ${statusNames[after.status]}${assigned}.`;
  }
  return `${title}: ${changeLabel(before, after, reader)}.`;
}
