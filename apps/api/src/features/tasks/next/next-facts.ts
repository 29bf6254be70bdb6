import { maxNamedBlockers } from '@crewboard/contracts';
import { raw, sql } from '@crewboard/db';
import { jsonTime } from '../../define-row.ts';
import { widestFirst } from '../change/pauses.ts';

// SQL: the facts of other rows from which the rules decide who acts next on a task (`NextFacts`). Each part is a
// lookup: a `limit 1` on a key keeps PostgreSQL from reading the whole table instead.

/** SQL: whether the row `agents` can start tasks, if nothing is paused: the agent is active, and has a valid token. */
export const canWork = raw(`(agents.status = 'active' and (
          agents.token_hash is not null and coalesce(agents.token_expires_at > now(), true)
          or coalesce(agents.previous_token_until > now(), false)))`);

const pause = sql`(
      select jsonb_build_object('type', subject_type, 'id', subject_id, 'at', ${jsonTime(raw('paused_at'))})
      from pauses where pauses.team_id = tasks.team_id
        and subject_id in (tasks.team_id, tasks.project_id, tasks.assigned_agent_id)
      order by ${widestFirst} limit 1)`;

/**
 * SQL: since when the agent cannot start tasks: since its last token has ended. A deactivation deletes the tokens; it
 * counts as the last change of the agent, as hardly any other follows.
 */
const agentStoppedAt = sql`(
      select ${jsonTime(raw('coalesce(greatest(token_expires_at, previous_token_until), updated_at)'))}
      from agents where agents.id = tasks.assigned_agent_id and not ${canWork})`;

const resumedAt = jsonTime(
  raw(`greatest(
        (select resumed_at from teams where teams.id = tasks.team_id),
        (select resumed_at from projects where projects.id = tasks.project_id),
        (select resumed_at from agents where agents.id = tasks.assigned_agent_id))`),
);

/** The first are blockers that no agent will finish: they are cancelled or archived. */
const openBlockerIds = sql`case when tasks.open_blockers > 0 then (
      select jsonb_agg(id) from (
        select wanted.id from unnest(tasks.blocked_by) as wanted (id)
          cross join lateral (select status, archived_at from tasks where tasks.id = wanted.id limit 1) as blocker
        where status <> 'done'
        order by status <> 'cancelled' and archived_at is null, wanted.id limit ${raw(String(maxNamedBlockers))}
      ) as open) end`;

/** SQL: the facts of the row `tasks` as JSON. */
export const nextFacts = sql`jsonb_build_object(
    'paused', ${pause},
    'agentStoppedAt', ${agentStoppedAt},
    'resumedAt', ${resumedAt},
    'openBlockerIds', coalesce(${openBlockerIds}, '[]'))`;
