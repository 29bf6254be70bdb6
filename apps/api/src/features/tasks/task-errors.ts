import { AppError, notFound } from '../../errors.ts';
import type { TaskRow } from './task-row.ts';
import type { DecidedTask } from './task-rules.ts';

/** The task of a statement's row. Throws NOT_FOUND without a row, else the error that the statement decided on. */
export function assertAccepted(row: DecidedTask | undefined, callerId: string | null): TaskRow {
  if (!row) throw notFound();
  if (row.decision === 'apply' || row.decision === 'keep') return row;
  throw new AppError(row.decision, detailOf(row, callerId), {
    ...(holderErrors.has(row.decision) && { holder: holderOf(row, callerId) }),
  });
}

const holderErrors = new Set(['TASK_ALREADY_CLAIMED', 'NOT_CLAIM_HOLDER', 'TASK_ASSIGNED_TO_OTHER']);

/** The facts by which clients decide (`TaskHolder` of the contracts). */
const holderOf = ({ assignedAgentId, heldSince }: TaskRow, callerId: string | null) => ({
  heldByCaller: heldSince !== null && assignedAgentId === callerId,
  assignedAgentId,
  heldSince: heldSince?.toISOString() ?? null,
});

function detailOf(
  { decision, status, assignedAgentId, heldSince, version }: DecidedTask,
  callerId: string | null,
) {
  const agent = assignedAgentId === callerId ? 'you' : `agent ${assignedAgentId}`;
  switch (decision) {
    case 'TASK_ALREADY_CLAIMED':
    case 'NOT_CLAIM_HOLDER':
      return `The task is held by ${agent} since ${heldSince?.toISOString()}.`;
    case 'TASK_ASSIGNED_TO_OTHER':
      return `The task is assigned to ${agent}.`;
    case 'PRECONDITION_FAILED':
      return `The version of the task is ${version}: it was changed since you read it. Read it again.`;
    default:
      return `The task is ${status}${assignedAgentId ? ` and assigned to ${agent}` : ''}. Move it to todo first.`;
  }
}
