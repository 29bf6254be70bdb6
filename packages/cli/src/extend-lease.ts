import type { Crewboard } from '@crewboard/sdk';
import { describeNotices } from './describe-notices.ts';

const timeoutMs = 5_000;

/**
 * Extends the lease of the task, if the caller holds it: a person or a shell script sends no heartbeats. An error changes
 * nothing, since the call that follows reports what matters. Each notice is handed out once: here to the terminal.
 */
export async function extendLease(
  client: Crewboard,
  taskId: string,
  { token, stderr }: { token: string; stderr: NodeJS.WritableStream },
): Promise<void> {
  if (!token.startsWith('cb_agent_')) return;
  const signal = AbortSignal.timeout(timeoutMs);
  const task = await client.tasks.heartbeat({ taskId }, { maxRetries: 0, signal }).catch(() => undefined);
  if (task) stderr.write(describeNotices(task.notices));
}
