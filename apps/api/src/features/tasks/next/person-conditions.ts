import { raw, type Sql, sql } from '@crewboard/db';
import { canWork } from './next-facts.ts';

// SQL: whether a person must act on a row `tasks`. The rules keep `attention` and `in_queue`; other rows tell the rest.

const isOpen = raw(`tasks.status in ('todo', 'in_progress') and tasks.archived_at is null`);

/** Whether the team, the project or the assigned agent is paused. */
export const isTaskPaused: Sql = raw(`exists (select from pauses where pauses.team_id = tasks.team_id
        and subject_id in (tasks.team_id, tasks.project_id, tasks.assigned_agent_id))`);

/** Whether the assigned agent could not start the task even if nothing were paused. */
export const isAgentStopped: Sql = sql`exists (select from agents where agents.id = tasks.assigned_agent_id and not ${canWork})`;

/** Whether a person acts next on the task, also the one who has taken it. */
export const isPersonNext: Sql = sql`${isOpen} and (tasks.attention is not null or tasks.assigned_member_id is not null
        or tasks.in_queue and (${isTaskPaused} or ${isAgentStopped}))`;

/**
 * Whether the task does not go on before a person acts. A pause does not count, as somebody will resume it: it also
 * hides that a task in the queue is stale or its agent stopped.
 */
export const isStuckOnPerson: Sql = sql`${isOpen} and (tasks.attention is not null or tasks.assigned_member_id is not null
        or tasks.in_queue and ${isAgentStopped}) and not (tasks.in_queue and ${isTaskPaused})`;
