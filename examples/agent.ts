// An agent in one file: claims open tasks of its team, works on them, and waits for more. Ctrl-C ends it.
//   CREWBOARD_URL=http://127.0.0.1:4000 CREWBOARD_TOKEN=cb_agent_… node_modules/.bin/node examples/agent.ts
import { setTimeout as sleep } from 'node:timers/promises';

interface Task {
  id: string;
  title: string;
  description: string | null;
  assignedAgentId: string | null;
}

const { CREWBOARD_URL, CREWBOARD_TOKEN } = process.env;
if (!CREWBOARD_URL || !CREWBOARD_TOKEN) throw new Error('Set CREWBOARD_URL and CREWBOARD_TOKEN.');

/** Returns null when the state of the task does not allow the request (409). */
async function request<T>(method: string, path: string, body?: object): Promise<T | null> {
  const headers: Record<string, string> = { authorization: `Bearer ${CREWBOARD_TOKEN}` };
  if (body) headers['content-type'] = 'application/json';
  const response = await fetch(new URL(path, CREWBOARD_URL), { method, headers, body: JSON.stringify(body) });
  if (response.ok) return (await response.json()) as T;

  const problem = (await response.json()) as { code: string; detail: string };
  switch (response.status) {
    case 409:
      return null;
    case 429: // too many requests
    case 503: // the service is restarting or overloaded
      await sleep(Number(response.headers.get('retry-after') ?? 1) * 1000);
      return request(method, path, body);
    case 401:
      throw new Error('The token is not valid: it was rotated, or the agent was deactivated.');
    default:
      throw new Error(`${method} ${path}: ${response.status} ${problem.code} ${problem.detail}`);
  }
}

async function work(task: Task): Promise<string> {
  const words = `${task.title} ${task.description ?? ''}`.split(/\s+/).filter(Boolean);
  return `This task has ${words.length} words.`;
}

const me = await request<{ teamId: string; agent: { id: string } }>('GET', '/api/me');
const agentId = me?.agent.id ?? '';
const list = async (query: string) =>
  (await request<Task[]>('GET', `/api/teams/${me?.teamId}/tasks?limit=100&${query}`)) ?? [];

/** First the tasks that this agent holds (from before a restart or a lost response), then those it can claim. */
async function* claimedTasks() {
  yield* await list(`status=in_progress&agentId=${agentId}`);
  for (let page = await list('status=todo'); ; page = await list(`status=todo&cursor=${page.at(-1)?.id}`)) {
    for (const { id, assignedAgentId } of page) {
      if (assignedAgentId !== null && assignedAgentId !== agentId) continue;
      const task = await request<Task>('POST', `/api/tasks/${id}/claim`);
      if (task) yield task; // otherwise another agent was faster
    }
    if (page.length < 100) return;
  }
}

for (;;) {
  for await (const task of claimedTasks()) {
    const result = await work(task);
    const done = await request<Task>('POST', `/api/tasks/${task.id}/complete`, { result });
    console.log(`${task.title} → ${done ? result : 'no longer assigned to this agent'}`);
  }
  await sleep(2_000);
}
