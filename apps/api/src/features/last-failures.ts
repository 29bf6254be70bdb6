import { maxShownReason } from '@crewboard/contracts';
import { raw, type Sql, sql } from '@crewboard/db';
import { jsonTime } from './define-row.ts';

const [max, maxCut] = [maxShownReason, maxShownReason - 1].map((count) => raw(String(count)));

/** SQL: the keys and values of `FailedAttempt`, without its task, from a failed row of `task_attempts`. */
export const failedAttempt: Sql = sql`'outcome', outcome, 'reason',
        case when length(reason) > ${max} then left(reason, ${maxCut}) || '…' else reason end`;

/**
 * SQL: the last failed attempts of the row `agents` as JSON, the newest first. Each is looked up by two keys: `limit 1`
 * keeps PostgreSQL from joining whole tables.
 */
export const lastFailures: Sql = sql`(
      select coalesce(jsonb_agg(jsonb_build_object('taskId', tasks.id, 'title', tasks.title,
        ${failedAttempt}, 'endedAt', ${jsonTime(raw('ended_at'))}) order by last.ordinality), '[]')
      from jsonb_array_elements(agents.last_failures) with ordinality as last (failure, ordinality)
        cross join lateral (select id, title from tasks where tasks.id = failure->>'taskId' limit 1) as tasks
        cross join lateral (
          select outcome, reason, ended_at from task_attempts
          where task_id = failure->>'taskId' and attempt = (failure->>'attempt')::int and outcome in ('failed', 'expired') limit 1
        ) as ended)`;
