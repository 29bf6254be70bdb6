import { decideHeartbeat, type HeartbeatTask, type HeldTask, type TaskNotices } from '@crewboard/contracts';
import type { AgentActor } from '../../auth/actor.ts';
import type { Call } from '../verb-context.ts';
import { changeTask } from './change/change-task.ts';
import { agentAndProjectOfTask, type SeenPause } from './change/pauses.ts';
import { readNewComments } from './context/read-new-comments.ts';
import { type StoredTask, toTask } from './task-row.ts';

/**
 * Extends the lease of the calling agent's claim by its original duration, from now. The response has the comments by
 * others since the last heartbeat, each once, and tells the holder to stop while it, the project or the team is paused.
 * Writes no event: open boards get the new lease from the lease feed.
 */
export async function heartbeatTask({
  ctx,
  input,
}: Call<typeof HeartbeatTask, AgentActor>): Promise<HeldTask> {
  const { taskId, attempt = null } = input;
  const agentId = ctx.actor.id;
  let notices: TaskNotices = {};
  const respond = (task: StoredTask): HeldTask => ({ ...toTask(task), notices });
  const changed = await changeTask(ctx, taskId, {
    decide: (task, now) => decideHeartbeat(task, { agentId, attempt }, now),
    readsStopsOf: agentAndProjectOfTask,
    async prepare(db, task) {
      const { commentCount, lastSignAt: since, readAt: until } = task;
      // No comment can come in between: it would change the row of the task, and the heartbeat would not be written.
      const comments =
        commentCount > 0 && since !== null
          ? await readNewComments(db, { taskId, agentId, since, until })
          : [];
      notices = { ...stopNotice(task.pauses), ...(comments.length > 0 && { comments }) };
    },
    respond,
  });
  const { leaseExpiresAt } = changed.task;
  if (leaseExpiresAt)
    ctx.leaseFeed.report(ctx.actor.teamId, { taskId, attempt: changed.task.attempt, leaseExpiresAt });
  return respond(changed.task);
}

/** Names the widest pause, which is the first. */
function stopNotice(pauses: SeenPause[] | null = null): Pick<TaskNotices, 'stop'> {
  const [pause] = pauses ?? [];
  if (!pause) return {};
  return { stop: { reason: pause.reason, source: pause.subjectType as 'agent' | 'project' | 'team' } };
}
