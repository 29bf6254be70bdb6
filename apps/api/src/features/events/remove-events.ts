import { deliveryRetentionDays } from '@crewboard/contracts';
import {
  defineStatement,
  type Queryable,
  queryOne,
  raw,
  retentionReaderName,
  type Sql,
  sql,
} from '@crewboard/db';
import { hasSubscriptions } from './has-subscriptions.ts';
import { settled } from './log/read-log.ts';

/** Few enough for a transaction of some milliseconds: readers of the log wait for its end. */
const maxEvents = 250;
/** Rows of `log_minutes`, by which readers find a time in the log: those before its beginning are useless. */
const maxMinutes = 1_000;
/** As for the clean-up of deliveries: a day longer than a recovery looks back. */
const webhookDays = raw(`interval '${deliveryRetentionDays + 1} days'`);
/** The SQL function recount() counts completions of this time by quarter of an hour, and older completions together. */
const chartDays = raw(`interval '31 days'`);

/** SQL: whether a webhook of the team needs the event: a recovery may still send it, or a delivery refers to it. */
const isNeededByWebhooks = sql`exists (
    select from webhooks where webhooks.team_id = events.team_id and deleted_at is null and (
      webhooks.created_at <= events.created_at and events.created_at >= now() - ${webhookDays}
      or exists (select from webhook_deliveries delivery
        where delivery.webhook_id = webhooks.id and delivery.event_id = events.id and delivery.event_xid = events.xid)))`;

/**
 * SQL: the next events that all readers have read, in the order of the log. `is_kept`: the event is too young, or is
 * needed. `is_behind_kept`: it or an event before it is kept. Only a beginning of the log is removed: a reader that
 * finds its last event misses none after it.
 */
const page = sql`
  select *, bool_or(is_kept) over (order by xid, id) as is_behind_kept from (
    select xid, id, team_id, created_at, type, subject_type, subject_id, actor_id,
      case when created_at < now() - interval '1 day' * (select days from retention) then ${isNeededByWebhooks} else true end as is_kept
    from events
    where (events.xid, events.id) > (select xid, id from retention) and ${settled}
      and (events.xid, events.id) <= (
        select xid, id from log_readers where name = 'counts' or name = 'webhooks' and ${hasSubscriptions}
        order by xid, id limit 1)
    order by events.xid, events.id limit ${raw(String(maxEvents))}
  ) as next`;

/**
 * SQL: the newest event of each team of the batch. It stays until the team has a newer one, so that a client that has
 * read everything can go on after it, however long ago that was.
 */
const teams = sql`
  select newest.* from (select distinct team_id from batch) as team cross join lateral (
    select * from events where events.team_id = team.team_id order by events.xid desc, events.id desc limit 1
  ) as newest`;

const columns = raw('xid, id, team_id, created_at, type, subject_type, subject_id, actor_id');

/**
 * SQL: the events to remove: the batch without the newest event of each team, and former newest events that had stayed.
 * The limit cuts nothing: it tells PostgreSQL how few rows there are, so that it looks each up.
 */
const removed = sql`
  (select ${columns} from batch where not exists (select from teams where (teams.xid, teams.id) = (batch.xid, batch.id)))
  union all
  (select former.* from teams cross join lateral (
    select ${columns} from events
    where events.team_id = teams.team_id and (events.xid, events.id) <= (select xid, id from retention)
      and (events.xid, events.id) < (teams.xid, teams.id)
    order by events.xid, events.id limit 1
  ) as former)
  limit ${raw(String(2 * maxEvents))}`;

/** SQL: the references of an event to large texts. */
const references = (event: string): Sql =>
  raw(`(
    select field, (reference->>'textVersion')::int as version from (
      select 'description', ${event}.snapshot->'description' union all select 'result', ${event}.snapshot->'result'
      union all select 'description', ${event}.changes->'description'->'before'
      union all select 'result', ${event}.changes->'result'->'before'
    ) as each (field, reference)
    where jsonb_typeof(reference->'textVersion') = 'number')`);

/** SQL: whether an event may have references: larger events are older than references, as in task-texts.ts. */
const mayHaveReferences = (event: string) =>
  raw(`pg_column_size(${event}.snapshot) < 65536 and coalesce(pg_column_size(${event}.changes), 0) < 65536`);

/**
 * SQL: deletes the texts to which only removed events refer. Versions only rise, so the events of a subject that refer
 * to a version follow each other. So it is enough to check the first event of the subject after the batch, the newest
 * event of its team, which stays although the batch may have it, and the subject itself.
 */
const removedTexts = sql`
  delete from task_texts text using (
    select distinct removed.subject_id, field, version
    from removed cross join lateral (
      select snapshot, changes from events where (events.xid, events.id) = (removed.xid, removed.id)
        and ${mayHaveReferences('events')} limit 1
    ) as event cross join lateral ${references('event')} as reference
  ) as former
  where (text.task_id, text.field, text.version) = (former.subject_id, former.field, former.version)
    and not exists (select from tasks where tasks.id = former.subject_id
      and former.version = case former.field when 'description' then description_version else result_version end)
    and not exists (select from agents where agents.id = former.subject_id and description_version = former.version)
    and not exists (select from projects where projects.id = former.subject_id and description_version = former.version)
    and not exists (
      select from (
        (select snapshot, changes from events
        where events.subject_id = former.subject_id and (events.xid, events.id) > (select xid, id from batch_end)
        order by events.xid, events.id limit 1)
        union all
        select snapshot, changes from teams where teams.subject_id = former.subject_id
      ) as first, lateral ${references('first')} as reference
      where (reference.field, reference.version) = (former.field, former.version))`;

/** SQL: whether the next event that the webhook worker has not read is old enough to be removed. */
const isUnreadByWebhooks = sql`coalesce((
    select next.created_at < now() - interval '1 day' * (select days from retention)
    from log_readers cross join lateral (
      select created_at from events
      where (events.xid, events.id) > (log_readers.xid, log_readers.id) order by events.xid, events.id limit 1
    ) as next
    where name = 'webhooks' and ${hasSubscriptions}), false)`;

export type Removal = {
  events: number;
  /** Whether there may be more events to remove. */
  isFull: boolean;
  /** Whether old events stay because no process reads the log for webhooks. */
  isUnreadByWebhooks: boolean;
};

/**
 * Removes a batch of the oldest events, moves the position of the retention behind it, and records facts that the log
 * no longer tells: that history was removed, and the number of completions. Completions that are too old for the charts
 * get the quarter '-infinity'. Does nothing while another process removes a batch.
 */
export const removeStatement = defineStatement<{ days: number }, Removal>(
  ({ days }) => sql`
  with retention as materialized (
    select xid, id, ${days}::int as days from log_readers
    where name = ${raw(`'${retentionReaderName}'`)} and pg_try_advisory_xact_lock(hashtextextended('retention', 9))
  ),
  page as materialized (${page}),
  batch as materialized (select * from page where not is_behind_kept),
  batch_end as materialized (select xid, id from batch order by xid desc, id desc limit 1),
  teams as materialized (${teams}),
  removed as materialized (${removed}),
  deleted as (
    delete from events using removed where (events.xid, events.id) = (removed.xid, removed.id)
    returning events.team_id, events.created_at, events.type, events.subject_type, events.subject_id, events.actor_id
  ),
  texts_deleted as (${removedTexts}),
  history_recorded as (
    insert into removed_history as known (team_id, subject_id, removed_at, last_event_at)
    select team_id, '', now(), max(created_at) from deleted group by team_id
    union all
    select team_id, subject_id, now(), max(created_at) from deleted where subject_type = 'task' group by 1, 2
    on conflict (team_id, subject_id) do update set removed_at = excluded.removed_at,
      last_event_at = greatest(known.last_event_at, excluded.last_event_at)
  ),
  completions_recorded as (
    insert into removed_completions as known (agent_id, quarter, count)
    select actor_id, case when created_at < now() - ${chartDays} then '-infinity'
      else date_bin('15 minutes', created_at, '2000-01-01Z') end as quarter, count(*)
    from deleted where type = 'task.completed' and actor_id is not null group by 1, 2
    on conflict (agent_id, quarter) do update set count = known.count + excluded.count
  ),
  minutes_deleted as (
    delete from log_minutes where minute in (
      select minute from (select minute, xid from log_minutes order by minute limit ${raw(String(maxMinutes))}) as oldest
      where xid <= coalesce((select xid from batch_end), (select xid from retention)))
    returning minute
  ),
  moved as (
    update log_readers set xid = batch_end.xid, id = batch_end.id from batch_end, retention
    where name = ${raw(`'${retentionReaderName}'`)} and (log_readers.xid, log_readers.id) = (retention.xid, retention.id)
  )
  select (select count(*)::int from deleted) as events,
    (select count(*) = ${raw(String(maxEvents))} from batch)
      or (select count(*) = ${raw(String(maxMinutes))} from minutes_deleted) as "isFull",
    ${isUnreadByWebhooks} as "isUnreadByWebhooks"`,
);

/**
 * Removes up to 250 of the oldest events that are older than `days` and that nothing needs any more, with the texts to
 * which nothing else refers. Docs: docs/decisions/0021-event-retention.md.
 */
export const removeEvents = async (db: Queryable, days: number): Promise<Removal> =>
  (await queryOne(db, removeStatement, { days })) ?? { events: 0, isFull: false, isUnreadByWebhooks: false };
