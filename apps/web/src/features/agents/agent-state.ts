import type { AgentOverview } from '@crewboard/contracts';

/** What an agent does now, by its held tasks and its last call. */
export const agentStates = ['working', 'idle', 'never-called', 'deactivated'] as const;
export type AgentState = (typeof agentStates)[number];

type Known = Pick<AgentOverview, 'status' | 'tasksInProgress' | 'lastActiveAt'>;

/** An agent that holds a task works, also between two calls. */
export function agentState({ status, tasksInProgress, lastActiveAt }: Known): AgentState {
  if (status === 'inactive') return 'deactivated';
  if (tasksInProgress.count > 0) return 'working';
  return lastActiveAt ? 'idle' : 'never-called';
}
