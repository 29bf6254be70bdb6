import { decideBlockers, settle, startsBlocked, type TaskChange } from '@crewboard/contracts';
import type { Queryable } from '@crewboard/db';
import type { StoredTask } from '../task-row.ts';
import { blockedError, editBlockers, writesOfDependants } from './dependencies.ts';
import { assertParent } from './parents.ts';
import type { SeenTask } from './read-task.ts';
import { type ChangeAuthor, toSystemWrite } from './to-write.ts';
import { type Write, writeChanges } from './write-changes.ts';

/** A change that was decided on, and the task after it. */
export type Decided = { seen: SeenTask; after: StoredTask; change: TaskChange };

/** `unblocked`: those that no longer wait for the task, nor for others. */
type WrittenTogether = { task: StoredTask; unblocked: StoredTask[] };

const isUnblocked = ({ seen, after }: Write) => seen.isBlocked && !after.isBlocked;

/**
 * Writes the change of a task and what it changes of others; undefined where one of them has changed since it was read,
 * so that the transaction is to be undone. `toCallersWrite` makes the write of the caller from the task as it is at last.
 * Throws TASK_BLOCKED for a change that starts an attempt and gives the task something to wait for.
 */
export async function writeTogether(
  author: ChangeAuthor,
  db: Queryable,
  { seen, after, change }: Decided,
  toCallersWrite: (last: StoredTask) => Write,
): Promise<WrittenTogether | undefined> {
  const { blockedBy, parentId } = change.set;
  const { teamId } = author.actor;
  if (parentId) await assertParent(db, { id: seen.id, teamId, isNew: false }, parentId);
  const edit = blockedBy && (await editBlockers(author, db, seen, blockedBy));
  const recount = edit ? decideBlockers(after, seen, edit.counts) : 'keep';
  // The edit is the caller's; that the task is blocked now, or no longer, is told of by the service.
  const last = typeof recount === 'string' ? after : { ...after, ...settle(after, recount, seen.readAt) };
  if (edit && startsBlocked(seen, last)) {
    const error = await blockedError(db, after);
    if (error) throw error;
    return undefined;
  }
  const dependants = await writesOfDependants(author, db, seen, after);
  const writes = [toCallersWrite(last), ...(edit?.writes ?? []), ...dependants];
  const [written, ...others] = await writeChanges(db, writes, true);
  if (!written || others.includes(null)) return undefined;
  await edit?.replaceEdges();
  const recounted = toSystemWrite(author, { ...after, ...written, readAt: seen.readAt }, recount);
  if (recounted && (await writeChanges(db, [recounted], true))[0] === null) return undefined;
  return { task: last, unblocked: dependants.filter(isUnblocked).map((write) => write.after) };
}
