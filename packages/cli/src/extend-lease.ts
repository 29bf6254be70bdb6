import type { Crewboard } from '@crewboard/sdk';

const timeoutMs = 5_000;

/**
 * Extends the lease of the task, if the caller holds it: a person or a shell script sends no heartbeats. An error changes
 * nothing, since the call that follows reports what matters.
 */
export async function extendLease(client: Crewboard, taskId: string, token: string): Promise<void> {
  if (!token.startsWith('cb_agent_')) return;
  const signal = AbortSignal.timeout(timeoutMs);
  await client.tasks.heartbeat({ taskId }, { maxRetries: 0, signal }).catch(() => undefined);
}
