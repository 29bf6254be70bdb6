import type { Request } from './http-client.ts';
import { startProgress } from './progress.ts';
import type { Agent, NewAgent, Task } from './resources.ts';
import { asTask, readTimeZones } from './time-zones.ts';

const AGENT_NAMES = [
  ...['Ada Moreno', 'Björn Lindqvist', 'Chiara Rossi', 'Dawit Bekele'],
  ...['Elena Petrova', 'Farid Haddad', 'Grace Okafor', 'Hiroshi Tanaka'],
];
const IMPORTS_AT_ONCE = 8;

/** Returns the ids of the new tasks. */
export async function importTimeZones(request: Request, team: string, projectId: string): Promise<string[]> {
  const rows = readTimeZones();
  const progress = startProgress('Importing', rows.length);
  const ids: string[] = [];
  // The parallel imports share one iterator, so each row is imported once.
  const waiting = rows.values();
  const importRows = async () => {
    for (const row of waiting) {
      const { data: task } = await request<Task>('POST', `${team}/tasks`, { ...asTask(row), projectId });
      ids.push(task.id);
      progress.advance();
    }
  };
  await Promise.all(Array.from({ length: IMPORTS_AT_ONCE }, importRows)).finally(progress.stop);
  return ids;
}

export async function createAgents(request: Request, team: string, projectName: string): Promise<NewAgent[]> {
  const description = `Looks up clock changes for "${projectName}".`;
  const responses = AGENT_NAMES.map((name) =>
    request<NewAgent>('POST', `${team}/agents`, { name, description }),
  );
  return (await Promise.all(responses)).map(({ data }) => data);
}

export async function readAgents(request: Request, agents: Agent[]): Promise<Agent[]> {
  const responses = await Promise.all(agents.map(({ id }) => request<Agent>('GET', `/api/agents/${id}`)));
  return responses.map(({ data }) => data);
}

export async function readAllTasks(request: Request, team: string, projectId: string): Promise<Task[]> {
  const tasks: Task[] = [];
  const query = new URLSearchParams({ projectId, limit: '100' });
  for (;;) {
    const page = await request<Task[]>('GET', `${team}/tasks?${query}`);
    tasks.push(...page.data);
    if (!page.nextCursor) return tasks;
    query.set('cursor', page.nextCursor);
  }
}
