import type { BoardFilter, Task, TaskPriority } from '@crewboard/contracts';

/** What narrows the board down, as it stands in the URL; the team stands in its path. */
export type BoardChoice = Omit<BoardFilter, 'teamId'>;

/** The filter by agent that finds what nobody is assigned to. */
export const NOBODY = 'nobody';

const MAX_SEARCH = 200;
const priorities = ['high', 'normal', 'low'] as const satisfies TaskPriority[];

/** Anybody can edit a URL: whatever is not a filter is none. */
export function readBoardChoice(params: URLSearchParams): BoardChoice {
  const priority = priorities.find((name) => name === params.get('priority'));
  return withoutBlanks({
    projectId: params.get('project')?.trim(),
    agentId: params.get('agent')?.trim(),
    priority,
    search: params.get('q')?.trim().slice(0, MAX_SEARCH),
  });
}

/** "?project=…&q=…", or nothing: the same choice always gives the same text. */
export function writeBoardChoice({ projectId, agentId, priority, search }: BoardChoice): string {
  const params = new URLSearchParams();
  if (projectId) params.set('project', projectId);
  if (agentId) params.set('agent', agentId);
  if (priority) params.set('priority', priority);
  if (search?.trim()) params.set('q', search.trim());
  const text = params.toString();
  return text && `?${text}`;
}

export function isNarrowed(choice: BoardChoice): boolean {
  return writeBoardChoice(choice) !== '';
}

/** Whether the API would show this task under the choice. */
export function matchesChoice(task: Task, { projectId, agentId, priority, search }: BoardChoice): boolean {
  if (projectId && task.projectId !== projectId) return false;
  if (agentId && task.assignedAgentId !== (agentId === NOBODY ? null : agentId)) return false;
  if (priority && task.priority !== priority) return false;
  return !search || task.title.toLowerCase().includes(search.toLowerCase());
}

function withoutBlanks(choice: BoardChoice): BoardChoice {
  return Object.fromEntries(Object.entries(choice).filter(([, value]) => value));
}
