import {
  type BoardFilter,
  type BoardTask,
  codePointLength,
  findTextProblem,
  isWordStartSearch,
  searchBounds,
} from '@crewboard/contracts';
import {
  createLoader,
  createParser,
  createSerializer,
  parseAsStringLiteral,
  type SearchParams,
} from 'nuqs/server';
import { parseAsId, sortParams, withoutNulls } from '#lib/url/url-state.ts';
import { priorities } from './statuses.ts';

/** The filters of the board, from the query of the URL. The team is in its path. */
export type BoardFilters = Omit<BoardFilter, 'teamId'>;

/** The value of the agent filter that finds tasks without an agent and without a person. */
export const unassigned = 'nobody';

/** The search of a text: its first 200 characters; undefined if it is too short or invalid. */
export function parseSearch(text: string): string | undefined {
  const search = [...text.trim()].slice(0, searchBounds.max).join('').trim();
  return findTextProblem(search, searchBounds) === null ? search : undefined;
}

export const isSearchTooLong = (text: string): boolean => codePointLength(text.trim()) > searchBounds.max;

/** The parsers of the filters in the URL. Their names there are in `boardUrlKeys`. */
export const boardParsers = {
  projectId: parseAsId,
  agentId: parseAsId,
  memberId: parseAsId,
  priority: parseAsStringLiteral(priorities),
  search: createParser({ parse: (text) => parseSearch(text) ?? null, serialize: String }),
};
export const boardUrlKeys = { projectId: 'project', agentId: 'agent', memberId: 'person', search: 'q' };

const loadFilters = createLoader(boardParsers, { urlKeys: boardUrlKeys });

/** Ignores invalid filters: anybody can edit a URL. */
export const parseBoardFilters = (params: URLSearchParams | SearchParams): BoardFilters =>
  withoutNulls(loadFilters(params));

/** `serializeBoardFilters('/t/1/board', { priority: 'high' })` → "/t/1/board?priority=high". */
export const serializeBoardFilters = createSerializer(boardParsers, {
  urlKeys: boardUrlKeys,
  processUrlSearchParams: sortParams,
});

/** The filters that a choice of an assignee sets: the agent or `nobody`, or the person; null clears both. */
export const assigneeFilter = (id: string | null, people: ReadonlyMap<string, unknown>) => {
  const isPerson = id !== null && people.has(id);
  return { agentId: isPerson ? null : id, memberId: isPerson ? id : null };
};

export const hasFilters = (filters: BoardFilters): boolean => Object.keys(filters).length > 0;

export type SearchableTask = BoardTask & { description?: string | null };

/** Whether a task matches the filters. A search finds only titles if the task has no description, as on a card. */
export function matchesFilters(task: SearchableTask, filters: BoardFilters): boolean {
  const { projectId, agentId, memberId, priority, search } = filters;
  if (task.archivedAt) return false;
  if (projectId && task.projectId !== projectId) return false;
  if (agentId === unassigned && (task.assignedAgentId || task.assignedMemberId)) return false;
  if (agentId && agentId !== unassigned && task.assignedAgentId !== agentId) return false;
  if (memberId && task.assignedMemberId !== memberId) return false;
  if (priority && task.priority !== priority) return false;
  return !search || matchesSearch(task, search);
}

/** Whether a task matches a search, as in the API: two letters find beginnings of words, longer texts any place. */
export function matchesSearch({ title, description }: SearchableTask, search: string): boolean {
  const words = ` ${title} ${description ?? ''}`.replaceAll(/\s+/g, ' ').toLowerCase();
  const text = search.toLowerCase();
  return words.includes(isWordStartSearch(search) ? ` ${text}` : text);
}
