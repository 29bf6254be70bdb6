import { defineStatement, type Queryable, queryMany, queryOne, raw, sql } from '@crewboard/db';
import { eraseContent } from './erase-content.ts';

const maxSubjects = 500;
/** For so long after a deletion, a request or delivery that began before may still store something. */
const lateRequests = raw(`interval '1 minute'`);
/** A process that has not said what it has erased by then is taken for dead. */
const lease = raw(`interval '30 seconds'`);
const soon = raw(`now() + interval '1 second'`);

type Due = { id: string; isLate: boolean };

/** Other processes leave them alone meanwhile. */
const takeDue = defineStatement<object, Due>(
  () => sql`
  update tombstones set erase_at = now() + ${lease}
  where id in (
    select id from tombstones where erase_at <= now()
    order by erase_at limit ${raw(String(maxSubjects))} for update skip locked
  )
  returning id, deleted_at < now() - ${lateRequests} as "isLate"`,
);

/** The tasks of a project come first, one by one: the last of them find its tombstone. */
const hasTasks = raw(`subject_type = 'project' and exists (
      select from tasks where project_id = tombstones.id and archived_at is not null
      union all
      select from tasks where project_id = tombstones.id and archived_at is null
        and status in ('todo', 'in_progress', 'done', 'cancelled'))`);

/** Nothing is left of a subject of which everything was erased once more after the last late request. */
const release = defineStatement<
  { ids: readonly string[]; lateIds: readonly string[]; responsesErasedAt: string | null },
  object
>(
  ({ ids, lateIds, responsesErasedAt }) => sql`
  update tombstones set erase_at = case
    when not id = any(${lateIds}::text[]) then greatest(deleted_at + ${lateRequests}, ${soon})
    when deleted_at + ${lateRequests} > coalesce(${responsesErasedAt}::timestamptz, '-infinity') or ${hasTasks} then ${soon} end
  where id = any(${ids}::text[])`,
);

const selectNext = defineStatement<object, { inMs: number | null }>(
  () => sql`
  select (extract(epoch from min(erase_at) - now()) * 1000)::int as "inMs"
  from tombstones where erase_at is not null`,
);

type Parts = {
  db: Queryable;
  /** Looks at the responses that are kept under keys, in several calls. `doneAt`: all that were kept before were looked at. */
  responses: { continue(db: Queryable, signal: AbortSignal): Promise<void>; doneAt: string | null };
  signal: AbortSignal;
};

/**
 * Erases what is left of up to 500 tasks and projects that were deleted: once at the deletion, and once more a minute later, then
 * with the responses that are kept. `nextInMs`: when there is more, if there is. Any number of processes may do this.
 */
export async function eraseDeleted({
  db,
  responses,
  signal,
}: Parts): Promise<{ nextInMs: number | undefined }> {
  const due = await queryMany(db, takeDue, {});
  const ids = due.map(({ id }) => id);
  if (ids.length > 0) {
    while (!signal.aborted && (await eraseContent(db, ids)));
    const lateIds = due.filter(({ isLate }) => isLate).map(({ id }) => id);
    if (lateIds.length > 0) await responses.continue(db, signal);
    if (signal.aborted) return { nextInMs: undefined };
    await queryMany(db, release, { ids, lateIds, responsesErasedAt: responses.doneAt });
  }
  return { nextInMs: (await queryOne(db, selectNext, {}))?.inMs ?? undefined };
}
