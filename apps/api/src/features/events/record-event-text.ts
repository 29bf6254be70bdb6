import type { EventSubject, EventType } from '@crewboard/contracts';
import type { SystemActor, TeamActor } from '../../auth/actor.ts';

// Only for the statements of webhooks, until they are composed with `sql`.

/** Who changes something. */
type Writer = { actor: TeamActor | SystemActor; requestId: string | null };

/**
 * Every statement that changes something takes these four as its first parameters, $1 to $4: the team,
 * the kind and id of the actor, and the id of the request.
 */
export function writer({ actor, requestId }: Writer): (string | null)[] {
  return [actor.teamId, actor.kind, actor.id, requestId];
}

export type TextEventSql = {
  /** The kind of change; `sql` when the statement itself decides which. */
  type: EventType | { sql: string };
  subject: EventSubject;
  /** The subject as JSON, from the name of a row. */
  json: (row: string) => string;
  /** The name of the rows after the change: one event for each. No row, no event. */
  after: string;
  /** The name of the row before the change; absent on creation. */
  before?: string;
  /** What changed, as SQL, where it is no field of the subject. */
  changes?: string;
  /** Each row has its event in its own team; `writer` then names none. */
  isInTeamOfRow?: boolean;
};

/** What differs between the two: { field: { before, after } }, but for the times and the number of the change. */
function difference(before: string, after: string): string {
  return `(select jsonb_object_agg(key, jsonb_build_object('before', b.value, 'after', a.value))
    from jsonb_each(${before}) as b join jsonb_each(${after}) as a using (key)
    where a.value is distinct from b.value and key not in ('updatedAt', 'version', 'statusChangedAt'))`;
}

/**
 * SQL that inserts the event of a change, to stand as a CTE in the statement that makes the change:
 * so the two commit together or not at all.
 */
export function recordEventText({
  type,
  subject,
  json,
  after,
  before,
  changes,
  isInTeamOfRow,
}: TextEventSql): string {
  const typeSql = typeof type === 'string' ? `'${type}'` : type.sql;
  const changed = changes ?? (before ? difference(json(before), json(after)) : 'null');
  const team = isInTeamOfRow ? `coalesce($1, ${after}.team_id)` : '$1';
  return `insert into events
      (team_id, actor_kind, actor_id, request_id, type, subject_type, subject_id, snapshot, changes, created_at)
    select ${team}, $2::actor_kind, $3, $4, ${typeSql}, '${subject}', ${after}.id, ${json(after)},
      ${changed}, clock_timestamp()
    from ${before ? `${before} join ${after} using (id)` : after}`;
}

/** A time as the contracts write it. */
export const jsonTime = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
