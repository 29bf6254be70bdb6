import { AppError, notFound } from '../../errors.ts';
import type { ChangedTaskRow, DecidedTask } from './task-row.ts';

/** The task of a statement's row. Throws NOT_FOUND without a row, else the error that the statement decided on. */
export function assertAccepted(row: DecidedTask | undefined, callerId: string | null): ChangedTaskRow {
  if (!row) throw notFound();
  if (row.decision === 'apply' || row.decision === 'keep') return row;
  throw new AppError(row.decision, detailOf(row, callerId), {
    ...(holderErrors.has(row.decision) && { holder: holderOf(row, callerId) }),
  });
}

const holderErrors = new Set<string>([
  'TASK_ALREADY_CLAIMED',
  'NOT_CLAIM_HOLDER',
  'STALE_CLAIM',
  'TASK_ASSIGNED_TO_OTHER',
]);

/** The facts that a client decides on (`TaskHolder` of the contracts). */
const holderOf = ({ assignedAgentId, heldSince, isLeaseOver }: DecidedTask, callerId: string | null) => ({
  // An agent whose lease has ended is no holder, even before the sweep.
  heldByCaller: heldSince !== null && assignedAgentId === callerId && !isLeaseOver,
  assignedAgentId,
  heldSince,
});

function detailOf(
  {
    decision,
    status,
    assignedAgentId,
    heldSince,
    isCompleted,
    version,
    attempt,
    leaseExpiresAt,
    needsAttention,
  }: DecidedTask,
  callerId: string | null,
) {
  const isCallers = assignedAgentId === callerId;
  const agent = isCallers ? 'you' : `agent ${assignedAgentId}`;
  const holder = heldSince
    ? `The task is held by ${agent} since ${heldSince}`
    : `The task is ${status}, and nobody holds it`;
  const completion = isCompleted && `${isCallers ? 'You' : `Agent ${assignedAgentId}`} completed the task`;
  switch (decision) {
    case 'TASK_ALREADY_CLAIMED':
    case 'NOT_CLAIM_HOLDER':
      return `${holder}.`;
    case 'STALE_CLAIM': {
      if (completion)
        return `This claim is over. ${completion} in attempt ${attempt}, and that result stays.`;
      if (!heldSince) return `This claim is over. ${holder}, after attempt ${attempt}.`;
      const lease = leaseExpiresAt ? ` with a lease until ${leaseExpiresAt}` : '';
      return `This claim is over. ${holder}, in attempt ${attempt}${lease}.`;
    }
    case 'TASK_ASSIGNED_TO_OTHER':
      return `The task is assigned to ${agent}.`;
    case 'PRECONDITION_FAILED':
      return `The version of the task is ${version}: it was changed since you read it. Read it again.`;
    case 'TASK_ALREADY_COMPLETED':
      if (completion) return `${completion}, and that result stays. To do it again, move it to todo first.`;
      break;
    case 'TASK_NOT_CLAIMABLE':
      if (needsAttention) {
        return 'Too many leases of the task expired, so it needs attention. Ask a person to release it, or release it with a team API key.';
      }
  }
  return `The task is ${status}${assignedAgentId ? ` and assigned to ${agent}` : ''}. Move it to todo first.`;
}
