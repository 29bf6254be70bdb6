import { decideBlockers, settle, startsBlocked, type TaskChange } from '@crewboard/contracts';
import type { Queryable } from '@crewboard/db';
import type { StoredTask } from '../task-row.ts';
import { blockedError, editBlockers, writesOfDependants } from './dependencies.ts';
import { assertParent } from './parents.ts';
import type { SeenTask } from './read-task.ts';
import { type ChangeAuthor, toSystemWrite } from './to-write.ts';
import { type Write, writeChanges } from './write-changes.ts';

/** A decided change, with the task before and after it. */
export type Decided = { seen: SeenTask; after: StoredTask; change: TaskChange };

/** `unblocked`: the tasks that no longer wait for this one, nor for any other. */
type WrittenTogether = { task: StoredTask; unblocked: StoredTask[] };

const isUnblocked = ({ seen, after }: Write) => seen.isBlocked && !after.isBlocked;

/**
 * Writes a change together with the changes of other tasks that follow from it: of their numbers of blockers and
 * dependants. Needs the lock of the team. Undefined if one of the tasks has changed since it was read: then undo the
 * transaction. `toCallersWrite` composes the caller's write, whose response has the final task. Throws TASK_BLOCKED for
 * a start that adds an open blocker.
 */
export async function writeTogether(
  author: ChangeAuthor,
  db: Queryable,
  { seen, after, change }: Decided,
  toCallersWrite: (final: StoredTask) => Write,
): Promise<WrittenTogether | undefined> {
  const { blockedBy, parentId } = change.set;
  const { teamId } = author.actor;
  if (parentId) await assertParent(db, { id: seen.id, teamId, isNew: false }, parentId);
  const edit = blockedBy && (await editBlockers(author, db, seen, blockedBy));
  const recount = edit ? decideBlockers(after, seen, edit.counts) : 'keep';
  // The caller is the author of the edit; the service is the author of `task.blocked` or `task.unblocked` after it.
  const final = typeof recount === 'string' ? after : { ...after, ...settle(after, recount, seen.readAt) };
  if (edit && startsBlocked(seen, final)) {
    const error = await blockedError(db, after);
    if (error) throw error;
    // The blockers were done since they were counted.
    return undefined;
  }
  const dependants = await writesOfDependants(author, db, seen, after);
  const writes = [toCallersWrite(final), ...(edit?.writes ?? []), ...dependants];
  const [written, ...others] = await writeChanges(db, writes, { waitsForLocks: true });
  if (!written || others.includes(null)) return undefined;
  await edit?.replaceEdges();
  const recounted = toSystemWrite(author, { ...after, ...written, readAt: seen.readAt }, recount);
  if (recounted && (await writeChanges(db, [recounted], { waitsForLocks: true }))[0] === null)
    return undefined;
  return { task: final, unblocked: dependants.filter(isUnblocked).map((write) => write.after) };
}
