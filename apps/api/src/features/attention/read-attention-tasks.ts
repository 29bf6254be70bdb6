import type { AttentionReason, AttentionTask } from '@crewboard/contracts';
import type { Queryable } from '@crewboard/db';
import { readNext } from '../tasks/next/read-next.ts';
import { toBoardTask } from '../tasks/task-row.ts';

/** The tasks with these ids, without those that have moved on since they were found. */
export async function readAttentionTasks(
  db: Queryable,
  reason: AttentionReason,
  ids: string[],
): Promise<AttentionTask[]> {
  const foundById = await readNext(db, ids);
  return ids.flatMap((id) => {
    const { task, next } = foundById.get(id) ?? {};
    return task && next?.reason === reason ? [{ ...toBoardTask(task), next }] : [];
  });
}
