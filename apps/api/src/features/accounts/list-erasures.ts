import { type Queryable, queryMany, sql } from '@crewboard/db';

type Erasure = {
  userId: string;
  requestedBy: 'person' | 'operator';
  requestedAt: string;
  /** Null while a worker erases what other rows repeat of the account. */
  finishedAt: string | null;
};

const statement = sql`
  select user_id as "userId", case requested_by when 'member' then 'person' else 'operator' end as "requestedBy",
    requested_at as "requestedAt", finished_at as "finishedAt"
  from account_erasures order by requested_at, user_id`;

/** The accounts that were erased, the first one first, for the command line. */
export const listErasures = (db: Queryable): Promise<Erasure[]> => queryMany<Erasure>(db, statement);
