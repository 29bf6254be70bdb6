import { raw, type Sql, sql } from '@crewboard/db';
import { canWork } from './next-facts.ts';

// SQL: on which tasks a person acts next. Conditions on a row `tasks`; the rules set `attention` and `in_queue`.

const isOpen = raw(`tasks.status in ('todo', 'in_progress') and tasks.archived_at is null`);

/** Whether the team, the project or the agent of a task is paused. */
export const isTaskPaused: Sql = raw(`exists (select from pauses where pauses.team_id = tasks.team_id
        and subject_id in (tasks.team_id, tasks.project_id, tasks.assigned_agent_id))`);

/** Whether the agent of a task cannot start it, if nothing is paused. */
export const isAgentStopped: Sql = sql`exists (select from agents where agents.id = tasks.assigned_agent_id and not ${canWork('agents')})`;

/** Whether a person acts next, somebody who has taken the task included. */
export const isPersonNext: Sql = sql`${isOpen} and (tasks.attention is not null or tasks.assigned_member_id is not null
        or tasks.in_queue and (${isTaskPaused} or ${isAgentStopped}))`;

/** Whether a person has to do more than resume what is paused, which hides that a task in the queue is stale or its agent cannot start it. */
export const isStuckOnPerson: Sql = sql`${isOpen} and (tasks.attention is not null or tasks.assigned_member_id is not null
        or tasks.in_queue and ${isAgentStopped}) and not (tasks.in_queue and ${isTaskPaused})`;
