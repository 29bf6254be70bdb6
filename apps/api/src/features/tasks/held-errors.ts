import { AppError } from '../../errors.ts';
import type { TaskRow } from './task-row.ts';

type HeldTask = Pick<TaskRow, 'assignedAgentId' | 'heldSince'>;

/** What a client decides on (`TaskHolder` of the contract), so that it need not read the detail. */
const holderOf = ({ assignedAgentId, heldSince }: HeldTask, agentId: string) => ({
  heldByCaller: heldSince !== null && assignedAgentId === agentId,
  assignedAgentId,
  heldSince: heldSince?.toISOString() ?? null,
});

/** TASK_ALREADY_CLAIMED: the task is held, by the calling agent or by another one. */
export function alreadyClaimed(task: HeldTask, agentId: string): AppError {
  const holder = holderOf(task, agentId);
  const name = holder.heldByCaller ? 'you' : `agent ${holder.assignedAgentId}`;
  return new AppError('TASK_ALREADY_CLAIMED', `The task is held by ${name} since ${holder.heldSince}.`, {
    holder,
  });
}

/** NOT_CLAIM_HOLDER: another agent holds the task. */
export function notClaimHolder(task: HeldTask, agentId: string): AppError {
  const holder = holderOf(task, agentId);
  const detail = `The task is held by agent ${holder.assignedAgentId} since ${holder.heldSince}.`;
  return new AppError('NOT_CLAIM_HOLDER', detail, { holder });
}

/** TASK_ASSIGNED_TO_OTHER: nobody holds the task, and it is assigned to another agent. */
export function assignedToOther(task: HeldTask, agentId: string): AppError {
  const holder = holderOf(task, agentId);
  const detail = `The task is assigned to agent ${holder.assignedAgentId}.`;
  return new AppError('TASK_ASSIGNED_TO_OTHER', detail, { holder });
}
