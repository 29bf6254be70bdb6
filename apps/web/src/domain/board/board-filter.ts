import {
  type BoardFilter,
  type BoardTask,
  isWordStartSearch,
  minSearchLength,
  type TaskPriority,
} from '@crewboard/contracts';

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
    search: readSearch(params.get('q') ?? ''),
  });
}

/** A text to look for; undefined while it is too short. */
export function readSearch(text: string): string | undefined {
  const search = text.trim().slice(0, MAX_SEARCH).trim();
  return search.length >= minSearchLength ? search : undefined;
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

type SearchableTask = BoardTask & { description?: string | null };

/** Whether the API would show this task under the choice, as far as its fields tell: a card has no description. */
export function matchesChoice(task: SearchableTask, choice: BoardChoice): boolean {
  const { projectId, agentId, priority, search } = choice;
  if (projectId && task.projectId !== projectId) return false;
  if (agentId && task.assignedAgentId !== (agentId === NOBODY ? null : agentId)) return false;
  if (priority && task.priority !== priority) return false;
  if (!search) return true;
  const words = ` ${task.title} ${task.description ?? ''}`.replaceAll(/\s+/g, ' ').toLowerCase();
  const sought = search.toLowerCase();
  return words.includes(isWordStartSearch(search) ? ` ${sought}` : sought);
}

function withoutBlanks(choice: BoardChoice): BoardChoice {
  return Object.fromEntries(Object.entries(choice).filter(([, value]) => value));
}
