import { type BoardTask, isClosed } from '@crewboard/contracts';
import { type AssigneeNames, assigneeName } from '#domain/team/assignee-names.ts';
import { quote } from '#lib/text/isolate.ts';
import { statusNames } from '../statuses.ts';

/** Whether an agent has claimed the task and works on it. */
export const isClaimed = ({ status, assignedAgentId }: BoardTask): boolean =>
  status === 'in_progress' && assignedAgentId !== null;

interface ChangeContext {
  names: AssigneeNames;
  /** The person who made the change and reads about it. */
  personId: string;
  /** The change is a release, whose fields look like those of a move to To do. */
  isRelease?: boolean;
}

/** Whether a move has assigned an unassigned task to the person who made it. */
const isTaken = (before: BoardTask, after: BoardTask, personId: string): boolean =>
  !before.assignedAgentId && !before.assignedMemberId && after.assignedMemberId === personId;

/** The label of a change of status or assignee; null for other changes. */
export function changeLabel(before: BoardTask, after: BoardTask, context: ChangeContext): string | null {
  const { names, personId, isRelease } = context;
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

/** The change as a sentence for screen readers. */
export function changeSentence(before: BoardTask, after: BoardTask, context: ChangeContext): string {
  const title = quote(after.title);
  if (before.status !== after.status) {
    if (context.isRelease) return `Released ${title}. It is in ${statusNames[after.status]}.`;
    const assigned = isTaken(before, after, context.personId) ? ', and assigned it to you' : '';
    return `Moved ${title} from ${statusNames[before.status]} to ${statusNames[after.status]}${assigned}.`;
  }
  return `${title}: ${changeLabel(before, after, context)}.`;
}
