// One agent in its own process: claims tasks of a project and completes them until none is left.
import { once } from 'node:events';
import { reportClocks } from './clock-change.ts';
import { connect, HttpError } from './http-client.ts';
import type { Task } from './resources.ts';
import { rowOfTask } from './time-zones.ts';
import type { FromWorker, WorkerReport } from './worker-messages.ts';

/** The list of open tasks is stale after this many lost races in a row, and is read again. */
const MAX_LOST_RACES_IN_A_ROW = 3;

const { CREWBOARD_URL = '', CREWBOARD_TOKEN = '', CREWBOARD_PROJECT = '' } = process.env;
const request = connect(CREWBOARD_URL, CREWBOARD_TOKEN);
const report: WorkerReport = { claimed: [], completed: [], lostRaces: 0, failure: null };
/** Open tasks that are assigned to another agent. */
const assignedToOthers = new Set<string>();

const orphaned = () => process.exit(1);
process.on('disconnect', orphaned);

try {
  const { teamId } = (await request<{ teamId: string }>('GET', '/api/me')).data;
  const go = once(process, 'message');
  tell({ kind: 'ready' });
  await go;
  await drainQueue(teamId);
} catch (error) {
  report.failure = error instanceof Error ? error.message : String(error);
  process.exitCode = 1;
}
process.off('disconnect', orphaned);
tell({ kind: 'ended', report }, () => process.disconnect());

async function drainQueue(teamId: string): Promise<void> {
  for (;;) {
    const open = await openTasks(teamId);
    if (open.length === 0) return;
    await completeTasks(open);
  }
}

/** The first page with tasks that this agent can claim. */
async function openTasks(teamId: string): Promise<Task[]> {
  const query = new URLSearchParams({ projectId: CREWBOARD_PROJECT, status: 'todo', limit: '100' });
  for (;;) {
    const page = await request<Task[]>('GET', `/api/teams/${teamId}/tasks?${query}`);
    const open = page.data.filter((task) => !assignedToOthers.has(task.id));
    if (open.length > 0 || !page.nextCursor) return open;
    query.set('cursor', page.nextCursor);
  }
}

async function completeTasks(open: Task[]): Promise<void> {
  // Start at a random task: all agents read nearly the same list, and would compete for its first task.
  const start = Math.floor(Math.random() * open.length);
  let lostRacesInARow = 0;
  for (const { id } of [...open.slice(start), ...open.slice(0, start)]) {
    const task = await claim(id);
    if (task) {
      lostRacesInARow = 0;
      await complete(task);
    } else if (++lostRacesInARow === MAX_LOST_RACES_IN_A_ROW) {
      return;
    }
  }
}

async function claim(id: string): Promise<Task | null> {
  try {
    const { data } = await request<Task>('POST', `/api/tasks/${id}/claim`);
    report.claimed.push(id);
    return data;
  } catch (error) {
    if (!(error instanceof HttpError) || error.status !== 409) throw error;
    // An earlier attempt claimed the task, but its response was lost.
    if (error.heldByCaller) {
      report.claimed.push(id);
      return (await request<Task>('GET', `/api/tasks/${id}`)).data;
    }
    const lost = error.code === 'TASK_ALREADY_CLAIMED' || error.code === 'TASK_NOT_CLAIMABLE';
    if (lost) report.lostRaces++;
    else assignedToOthers.add(id);
    return null;
  }
}

async function complete(task: Task): Promise<void> {
  const result = JSON.stringify(reportClocks(rowOfTask(task), new Date()), null, 2);
  await request<Task>('POST', `/api/tasks/${task.id}/complete`, { result });
  report.completed.push(task.id);
  tell({ kind: 'completed' });
}

function tell(message: FromWorker, sent = () => {}): void {
  process.send?.(message, sent);
}
