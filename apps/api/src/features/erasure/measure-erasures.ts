import { defineStatement, type Queryable, queryMany, raw, sql } from '@crewboard/db';

const maxCount = raw('10000');

type UnfinishedErasures = {
  kind: 'account' | 'team' | 'project' | 'task';
  count: number;
  /** Since the deletion, or for a team since it can no longer be restored. 0 without an unfinished erasure. */
  oldestAgeSeconds: number;
};

const statement = defineStatement<object, UnfinishedErasures>(
  () => sql`
  select kind, count(since)::int as count,
    greatest(coalesce(extract(epoch from clock_timestamp() - min(since)), 0), 0)::float8 as "oldestAgeSeconds"
  from unnest(array['account', 'team', 'project', 'task']) as kind left join (
    select 'account' as subject, requested_at as since from account_erasures where finished_at is null
    union all
    select 'team', gone_at from team_deletions where gone_at <= clock_timestamp()
    union all
    select * from (
      select subject_type::text, deleted_at from tombstones where erase_at is not null
      order by erase_at limit ${maxCount}
    ) as pending
  ) as unfinished on subject = kind
  group by kind order by kind`,
);

/**
 * Counts the deleted subjects whose content is not erased yet, by kind: tasks and projects up to 10,000. For the
 * metrics.
 */
export const measureErasures = (db: Queryable): Promise<UnfinishedErasures[]> => queryMany(db, statement, {});
