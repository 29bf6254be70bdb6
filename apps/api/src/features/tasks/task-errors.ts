import { type ErrorCode, isBeforeStart, isClosed, isLeaseOver, type TaskState } from '@crewboard/contracts';
import { AppError } from '../../errors.ts';

/** `now`: when the task was read. `isAttemptMissing`: see `ChangeRequest`. */
type Rejected = { callerId: string | null; now: string; isAttemptMissing?: boolean };

/**
 * The error of a call that a rule has rejected with this code: its message, and the facts that the client needs to go
 * on.
 */
export const taskError = (code: ErrorCode, task: TaskState, call: Rejected): AppError =>
  new AppError(code, detailOf(code, task, call), {
    ...(holderErrors.has(code) && { facts: holderOf(task, call) }),
    ...(isTooEarly(code, task, call) && { facts: { notBefore: task.notBefore } }),
  });

/** Whether a task is not claimable because of its start time: rules check this reason last. */
const isTooEarly = (
  code: ErrorCode,
  task: TaskState,
  { now }: Rejected,
): task is TaskState & { notBefore: string } =>
  code === 'TASK_NOT_CLAIMABLE' &&
  !isClosed(task) &&
  task.needsAttention === null &&
  isBeforeStart(task, now);

const holderErrors = new Set<string>([
  'TASK_ALREADY_CLAIMED',
  'NOT_CLAIM_HOLDER',
  'STALE_CLAIM',
  'TASK_ASSIGNED_TO_OTHER',
]);

/** The facts of `TaskHolder` in the contracts. */
const holderOf = (task: TaskState, { callerId, now }: Rejected) => ({
  // An agent whose lease has ended no longer holds the task, even before the sweeper has released it.
  heldByCaller: task.heldSince !== null && task.assignedAgentId === callerId && !isLeaseOver(task, now),
  assignedAgentId: task.assignedAgentId,
  heldSince: task.heldSince,
});

function detailOf(code: ErrorCode, task: TaskState, call: Rejected): string {
  const { callerId, now, isAttemptMissing } = call;
  const {
    status,
    assignedAgentId,
    assignedMemberId,
    heldSince,
    completedAt,
    version,
    attempt,
    leaseExpiresAt,
  } = task;
  const isAssignedToCaller = assignedAgentId === callerId;
  const agent = isAssignedToCaller ? 'you' : `agent ${assignedAgentId}`;
  const holder = heldSince
    ? `The task is held by ${agent} since ${heldSince}`
    : assignedMemberId
      ? `The task is ${status} and assigned to a person, and no agent holds it`
      : `The task is ${status}, and nobody holds it`;
  const completion =
    completedAt !== null && `${isAssignedToCaller ? 'You' : `Agent ${assignedAgentId}`} completed the task`;
  switch (code) {
    case 'TASK_ARCHIVED':
      return task.archivedAt
        ? `The task is archived since ${task.archivedAt}. Restore it first, or its project if that is archived.`
        : 'The project of the task is archived. Restore it first.';
    case 'TASK_ALREADY_CLAIMED':
      // While nobody holds the task, only its archival is rejected with this code.
      if (!heldSince)
        return `The task is in_progress${assignedMemberId ? ' and assigned to a person' : ''}. Move it to another status first.`;
      return `${holder}.`;
    case 'NOT_CLAIM_HOLDER':
      return `${holder}.`;
    case 'STALE_CLAIM': {
      if (isAttemptMissing && isAssignedToCaller && heldSince && !isLeaseOver(task, now))
        return `You hold the task under a lease, in attempt ${attempt}. Send \`attempt\`, so that a late worker of yours cannot end this claim.`;
      if (completion)
        return `This claim is over. ${completion} in attempt ${attempt}, and that result stays.`;
      if (!heldSince) return `This claim is over. ${holder}, after attempt ${attempt}.`;
      const lease = leaseExpiresAt ? ` with a lease until ${leaseExpiresAt}` : '';
      return `This claim is over. ${holder}, in attempt ${attempt}${lease}.`;
    }
    case 'TASK_ASSIGNED_TO_OTHER':
      return `The task is assigned to ${assignedMemberId ? 'a person' : agent}.`;
    case 'PRECONDITION_FAILED':
      return `The version of the task is ${version}: it was changed since you read it. Read it again.`;
    case 'TASK_ALREADY_COMPLETED':
      if (completion) return `${completion}, and that result stays. To do it again, move it to todo first.`;
      break;
    case 'TASK_NOT_CLAIMABLE':
      if (task.needsAttention) {
        return 'Too many attempts of the task failed, so it needs attention. Ask a person to release it, or release it with a team API key.';
      }
      if (isTooEarly(code, task, call)) return `The task cannot be started before ${task.notBefore}.`;
  }
  return `The task is ${status}${assignedAgentId ? ` and assigned to ${agent}` : ''}. Move it to todo first.`;
}
