// One agent in a process of its own: claims tasks of a project and completes them until it is stopped.
import { once } from 'node:events';
import { reportClocks } from './clock-change.ts';
import { connect } from './http-client.ts';
import type { Task } from './resources.ts';
import { rowOfTask } from './time-zones.ts';
import { type FromWorker, leaseSeconds, type ToWorker } from './worker-messages.ts';

const WAIT_SECONDS = 20;

const { CREWBOARD_URL = '', CREWBOARD_TOKEN = '', CREWBOARD_PROJECT = '', STALL_AFTER } = process.env;
/** The claim at which the agent stalls, for the demo to kill it. */
const stallAfter = STALL_AFTER === undefined ? Number.POSITIVE_INFINITY : Number(STALL_AFTER);

const stopping = new AbortController();
const request = connect(CREWBOARD_URL, CREWBOARD_TOKEN, stopping.signal);
let requests = 0;
let failure: string | null = null;

const orphaned = () => process.exit(1);
process.on('disconnect', orphaned);
process.on('message', (message: ToWorker) => {
  if (message === 'stop') stopping.abort();
});

try {
  const { teamId } = (await request<{ teamId: string }>('GET', '/api/me')).data;
  const go = once(process, 'message');
  tell({ kind: 'ready' });
  await go;
  await work(teamId);
} catch (error) {
  if (!stopping.signal.aborted) failure = error instanceof Error ? error.message : String(error);
}
process.off('disconnect', orphaned);
tell({ kind: 'ended', requests, failure }, () => process.disconnect());

type Finished = { taskId: string; attempt: number; result: string };

/**
 * One request for each task: it completes the finished task and claims the next one. Only a request that completes
 * nothing waits, so that the completion is known at once.
 */
async function work(teamId: string): Promise<void> {
  let complete: Finished | undefined;
  for (let claims = 0; !stopping.signal.aborted; ) {
    const { data: task } = await request<Task | undefined>('POST', `/api/teams/${teamId}/tasks/claim-next`, {
      projectId: CREWBOARD_PROJECT,
      leaseSeconds,
      wait: complete ? 0 : WAIT_SECONDS,
      complete,
    });
    requests += 1;
    if (complete) tell({ kind: 'completed', taskId: complete.taskId });
    complete = undefined;
    if (!task) continue;
    tell({ kind: 'claimed', taskId: task.id });
    claims += 1;
    if (claims === stallAfter) await stall();
    const result = JSON.stringify(reportClocks(rowOfTask(task), new Date()), null, 2);
    complete = { taskId: task.id, attempt: task.attempt, result };
  }
}

async function stall(): Promise<never> {
  tell({ kind: 'stalled' });
  return new Promise(() => setInterval(() => {}, 60_000));
}

function tell(message: FromWorker, sent = () => {}): void {
  process.send?.(message, sent);
}
