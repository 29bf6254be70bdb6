import { defineStatement, type Queryable, queryMany, queryOne, raw, sql } from '@crewboard/db';
import { eraseContent } from './erase-content.ts';

type Parts = {
  db: Queryable;
  /**
   * Erases stored responses of keyed requests, in several calls. `doneAt`: all responses that were stored before were
   * looked at.
   */
  responses: { continue(db: Queryable, signal: AbortSignal): Promise<void>; doneAt: string | null };
  signal: AbortSignal;
};

/**
 * Erases the content of up to 500 deleted tasks and projects: once at the deletion, and in a second pass a minute
 * later, then also stored responses of keyed requests. `nextInMs`: when the next subject is due, if any. Any number of
 * processes may do this at once.
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
    const secondPassIds = due.filter(({ isSecondPass }) => isSecondPass).map(({ id }) => id);
    if (secondPassIds.length > 0) await responses.continue(db, signal);
    if (signal.aborted) return { nextInMs: undefined };
    await queryMany(db, endOrPostpone, { ids, secondPassIds, responsesErasedAt: responses.doneAt });
  }
  return { nextInMs: (await queryOne(db, selectNext, {}))?.inMs ?? undefined };
}

const maxSubjects = 500;
/**
 * A request or delivery that began before a deletion may store content for so long after it: then the second pass
 * begins.
 */
const secondPassDelay = raw(`interval '1 minute'`);
/** A process that has not ended or postponed its subjects after this time counts as dead. */
const lease = raw(`interval '30 seconds'`);
const soon = raw(`now() + interval '1 second'`);

type Due = { id: string; isSecondPass: boolean };

/** Takes due subjects for this process: other processes do not see them until the lease ends. */
const takeDue = defineStatement<object, Due>(
  () => sql`
  update tombstones set erase_at = now() + ${lease}
  where id in (
    select id from tombstones where erase_at <= now()
    order by erase_at limit ${raw(String(maxSubjects))} for update skip locked
  )
  returning id, deleted_at < now() - ${secondPassDelay} as "isSecondPass"`,
);

/**
 * Whether a deleted project still has tasks: `deleteTasksOfProjects` finds them while the tombstone of the project has
 * an `erase_at`. Names every status, in two parts, because one index has archived tasks, and another one has the others
 * by status.
 */
const hasTasks = raw(`subject_type = 'project' and exists (
      select from tasks where project_id = tombstones.id and archived_at is not null
      union all
      select from tasks where project_id = tombstones.id and archived_at is null
        and status in ('todo', 'in_progress', 'done', 'cancelled'))`);

/**
 * Ends the erasure of a subject (null) after its second pass, if all responses that were stored before that pass were
 * looked at and a project has no tasks left. Otherwise the subject is due again: for its second pass, or soon.
 */
const endOrPostpone = defineStatement<
  { ids: readonly string[]; secondPassIds: readonly string[]; responsesErasedAt: string | null },
  object
>(
  ({ ids, secondPassIds, responsesErasedAt }) => sql`
  update tombstones set erase_at = case
    when not id = any(${secondPassIds}::text[]) then greatest(deleted_at + ${secondPassDelay}, ${soon})
    when deleted_at + ${secondPassDelay} > coalesce(${responsesErasedAt}::timestamptz, '-infinity')
      or ${hasTasks} then ${soon} end
  where id = any(${ids}::text[])`,
);

const selectNext = defineStatement<object, { inMs: number | null }>(
  () => sql`
  select (extract(epoch from min(erase_at) - now()) * 1000)::int as "inMs"
  from tombstones where erase_at is not null`,
);
