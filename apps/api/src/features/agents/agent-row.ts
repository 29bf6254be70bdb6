import type { Agent, AgentStatus } from '@crewboard/contracts';
import { jsonTime } from '../events/record-event.ts';
import { descriptionJson } from '../events/task-texts.ts';

/** A row of agents as `agentColumns` selects it. */
export type AgentRow = {
  id: string;
  name: string;
  description: string | null;
  status: AgentStatus;
  teamId: string;
  taskCount: number;
  lastActiveAt: Date | null;
  createdAt: Date;
};

/** The columns of an agent, from the name of a row. */
export const agentColumns = (row: string) => `
  ${row}.id, ${row}.name, ${row}.description, ${row}.status, ${row}.team_id as "teamId",
  ${row}.task_count as "taskCount", ${row}.last_active_at as "lastActiveAt", ${row}.created_at as "createdAt"`;

/** How many bytes an agent has in a response. */
export const agentBytes = (row: string) => `
  (octet_length(${row}.name) + coalesce(octet_length(${row}.description), 0) + 400)`;

/** An agent as the contract says it, made by the database for the snapshot of an event. No secret is in it. */
export const agentJson = (row: string) => `jsonb_build_object(
  'id', ${row}.id, 'name', ${row}.name, 'description', ${descriptionJson(row)}, 'status', ${row}.status,
  'teamId', ${row}.team_id, 'taskCount', ${row}.task_count,
  'lastActiveAt', ${jsonTime(`${row}.last_active_at`)}, 'createdAt', ${jsonTime(`${row}.created_at`)})`;

export function toAgent(row: AgentRow): Agent {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    status: row.status,
    teamId: row.teamId,
    taskCount: row.taskCount,
    lastActiveAt: row.lastActiveAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}
