import { type EventSubject, type EventType, unrecordedFields } from '@crewboard/contracts';
import { type Expressions, raw, type Sql, sql } from '@crewboard/db';
import {
  type AccountSystemActor,
  type PersonActor,
  type SystemActor,
  systemIn,
  type TeamActor,
} from '../../auth/actor.ts';
import { newestFieldSet, withoutNulls } from './field-sets.ts';

/** The author of a change in a team. */
export type TeamWriter = {
  actor: Pick<TeamActor, 'kind' | 'id' | 'teamId'> | SystemActor;
  requestId: string | null;
};

/** The author of a change by the service itself, or by the operator at the command line. */
export const systemWriter = (teamId: string) => ({ actor: systemIn(teamId), requestId: null });

/** The author of a change of an account, which has an event in each team of the account. */
export type AccountWriter = { actor: PersonActor | AccountSystemActor; requestId: string | null };

/** The author of a change of an account, as parameters of a statement. */
export type AccountActorParams = {
  actorKind: 'agent' | 'key' | 'member' | 'system';
  actorId: string | null;
  requestId: string | null;
};

/** The author of a change in a team, as parameters of a statement. */
export type EventActorParams = AccountActorParams & { teamId: string };

export const eventActorParams = ({ actor, requestId }: TeamWriter): EventActorParams => ({
  teamId: actor.teamId,
  actorKind: actor.kind,
  actorId: actor.id,
  requestId,
});

export const accountActorParams = ({ actor, requestId }: AccountWriter): AccountActorParams => ({
  actorKind: actor.kind === 'system' ? 'system' : 'member',
  actorId: actor.id,
  requestId,
});

type EventSql = {
  /** Parameters, or columns of `after` in a batch. */
  actor: Expressions<EventActorParams>;
  /** The type of the event; SQL if the statement decides it. */
  type: EventType | Sql;
  subject: EventSubject;
  /** The subject as JSON, from the name of a row. */
  snapshot: (row: string) => Sql;
  /** The name of the rows after the change. Each row gets an event. */
  after: string;
  /** The name of the rows before the change; absent on creation. */
  before?: string;
  /** The changes as they are stored; `changedFields` if absent. */
  changes?: Sql;
  /** The set of fields of the snapshot; the newest of the subject if absent. */
  fieldSet?: number;
};

/**
 * SQL: inserts the events of a change. Use it as a CTE of the statement that makes the change, so that both commit
 * together.
 */
export function recordEvent(event: EventSql): Sql {
  const { actor, type, subject, snapshot, after, before, changes } = event;
  const { fieldSet = newestFieldSet(subject) } = event;
  const { teamId, actorKind, actorId, requestId } = actor;
  const typeSql = typeof type === 'string' ? raw(`'${type}'`) : type;
  const values = sql`${teamId}, ${actorKind}::actor_kind, ${actorId}, ${requestId}, ${typeSql}, ${raw(`'${subject}', ${after}.id, ${fieldSet}`)}`;
  const insert = sql`
    insert into events
      (team_id, actor_kind, actor_id, request_id, type, subject_type, subject_id, field_set, snapshot, changes, created_at)`;
  // Without a difference to compute, do not read the row before the change.
  if (!before || changes) {
    const rows = before ? raw(`${before} join ${after} using (id)`) : raw(after);
    return sql`${insert}
    select ${values}, ${withoutNulls(snapshot(after))}, ${changes ?? raw('null')}, clock_timestamp()
    from ${rows}`;
  }
  // `offset 0` builds each snapshot once, instead of again for the difference.
  return sql`${insert}
    select ${values}, ${withoutNulls(raw('snapshots.after'))}, ${changedFields}, clock_timestamp()
    from ${raw(before)} join ${raw(after)} using (id), lateral (
      select ${snapshot(before)} as before, ${snapshot(after)} as after offset 0
    ) as snapshots`;
}

/** SQL: { field: { before } } of each field that differs, except `unrecordedFields`. */
const changedFields = raw(`(
      select jsonb_object_agg(key, jsonb_build_object('before', b.value))
      from jsonb_each(snapshots.before) as b join jsonb_each(snapshots.after) as a using (key)
      where a.value is distinct from b.value and key not in (${unrecordedFields.map((field) => `'${field}'`).join()}))`);
