// An agent in one file: claims tasks of its team, works on them, and waits for more. Ctrl-C ends it.
//   CREWBOARD_URL=http://127.0.0.1:4000 CREWBOARD_TOKEN=cb_agent_… node_modules/.bin/node examples/agent.ts
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

interface Task {
  id: string;
  title: string;
  description: string | null;
  attempt: number;
}

const { CREWBOARD_URL, CREWBOARD_TOKEN } = process.env;
if (!CREWBOARD_URL || !CREWBOARD_TOKEN) throw new Error('Set CREWBOARD_URL and CREWBOARD_TOKEN.');

const leaseSeconds = 60;
const waitSeconds = 20;

/** Returns null for a 204, and when the state of the task does not allow the request (409). */
async function request<T>(method: string, path: string, body?: object): Promise<T | null> {
  const headers: Record<string, string> = { authorization: `Bearer ${CREWBOARD_TOKEN}` };
  // Every try has the same key, so that the request is carried out once, even if responses are lost.
  if (body) Object.assign(headers, { 'content-type': 'application/json', 'idempotency-key': randomUUID() });
  for (;;) {
    const signal = AbortSignal.timeout((waitSeconds + 15) * 1000);
    const init = { method, headers, body: JSON.stringify(body), signal };
    const response = await fetch(new URL(path, CREWBOARD_URL), init).catch(() => null);
    // A response that is cut off counts as none.
    const text = await response?.text().catch(() => null);
    if (response?.status === 204) return null;
    if (response?.ok && text) return JSON.parse(text) as T;
    // No response, too many requests, or the service is restarting.
    if (!response || !text || response.status === 429 || response.status === 503) {
      await sleep(Number(response?.headers.get('retry-after') ?? 2) * 1000);
      continue;
    }
    const problem = JSON.parse(text) as { code: string; detail: string };
    if (problem.code === 'IDEMPOTENCY_IN_PROGRESS') {
      await sleep(1000);
      continue;
    }
    if (response.status !== 409) {
      throw new Error(`${method} ${path}: ${response.status} ${problem.code} ${problem.detail}`);
    }
    console.log(problem.detail);
    return null;
  }
}

/** Replace this with the real work. */
async function work(task: Task): Promise<string> {
  const words = `${task.title} ${task.description ?? ''}`.split(/\s+/).filter(Boolean);
  return `This task has ${words.length} words.`;
}

/** Extends the lease while the work takes its time: another agent gets the task only if this process dies. */
async function workUnderLease(task: Task): Promise<string> {
  const path = `/api/tasks/${task.id}/heartbeat`;
  const heartbeat = setInterval(
    () => request('POST', path, { attempt: task.attempt }).catch(console.error),
    (leaseSeconds / 3) * 1000,
  );
  return work(task).finally(() => clearInterval(heartbeat));
}

const me = await request<{ teamId: string; agent: { id: string } }>('GET', '/api/me');
const team = `/api/teams/${me?.teamId}/tasks`;

// What it holds from before a restart goes back to the queue.
const held = await request<Task[]>('GET', `${team}?status=in_progress&agentId=${me?.agent.id}`);
for (const { id, attempt } of held ?? []) {
  await request('POST', `/api/tasks/${id}/release`, { attempt, reason: 'The agent was restarted.' });
}

let complete: object | undefined;
for (;;) {
  const task = await request<Task>('POST', `${team}/claim-next`, {
    leaseSeconds,
    wait: waitSeconds,
    ...(complete && { complete }),
  });
  complete = undefined;
  if (!task) continue;
  const result = await workUnderLease(task);
  console.log(`${task.title} → ${result}`);
  complete = { taskId: task.id, attempt: task.attempt, result };
}
