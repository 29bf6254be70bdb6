import { maxNamedBlockers } from '@crewboard/contracts';
import { raw, type Sql, sql } from '@crewboard/db';
import { jsonTime } from '../../define-row.ts';
import { widestFirst } from '../change/pauses.ts';

// SQL: the facts of other rows from which the rules decide who acts next on a task (`NextFacts`). Each part is a lookup.

/** SQL: whether an agent can start tasks, if nothing is paused: it is active, and has a valid token. */
export const canWork = (agents: string): Sql =>
  raw(`(${agents}.status = 'active' and (
          ${agents}.token_hash is not null and coalesce(${agents}.token_expires_at > now(), true)
          or coalesce(${agents}.previous_token_until > now(), false)))`);

const pause = (task: string) => sql`(
      select jsonb_build_object('type', subject_type, 'id', subject_id, 'at', ${jsonTime(raw('paused_at'))})
      from pauses where pauses.team_id = ${raw(task)}.team_id
        and subject_id in (${raw(`${task}.team_id, ${task}.project_id, ${task}.assigned_agent_id`)})
      order by ${widestFirst} limit 1)`;

/** SQL: since when the agent cannot start tasks. For an inactive agent this is its last change: hardly any other follows. */
const agentStoppedAt = (task: string) => sql`(
      select ${jsonTime(raw('coalesce(greatest(token_expires_at, previous_token_until), updated_at)'))}
      from agents where agents.id = ${raw(task)}.assigned_agent_id and not ${canWork('agents')})`;

const resumedAt = (task: string) =>
  jsonTime(
    raw(`greatest(
        (select resumed_at from teams where teams.id = ${task}.team_id),
        (select resumed_at from projects where projects.id = ${task}.project_id),
        (select resumed_at from agents where agents.id = ${task}.assigned_agent_id))`),
  );

const openBlockerIds = (task: string) => sql`case when ${raw(task)}.open_blockers > 0 then (
      select jsonb_agg(id) from (
        select wanted.id from unnest(${raw(task)}.blocked_by) as wanted (id)
          cross join lateral (select status, archived_at from tasks where tasks.id = wanted.id limit 1) as blocker
        where status <> 'done'
        order by status <> 'cancelled' and archived_at is null, wanted.id limit ${raw(String(maxNamedBlockers))}
      ) as open) end`;

/** SQL: the facts as JSON. */
export const nextFacts = (task: string): Sql => sql`jsonb_build_object(
    'paused', ${pause(task)},
    'agentStoppedAt', ${agentStoppedAt(task)},
    'resumedAt', ${resumedAt(task)},
    'openBlockerIds', coalesce(${openBlockerIds(task)}, '[]'))`;
