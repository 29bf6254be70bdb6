import type { BoardFilter, BoardTask } from '@crewboard/contracts';
import { matchesFilters, matchesSearch, type SearchableTask } from '../board-filters.ts';

/** Whether the service listed each task under a search, and in which version of the task. */
interface Found {
  teamId: string;
  search: string;
  tasks: Map<string, { version: number; isListed: boolean }>;
}

/** The matches of searches as the service listed them: a search also finds descriptions, which cards do not have. */
export class FoundBySearch {
  #found = new Map<string, Found>();

  /** Whether the service would list the task under the filter, as far as the page knows. */
  matches(task: BoardTask, input: BoardFilter): boolean {
    const { search, ...filters } = input;
    if (!matchesFilters(task, filters)) return false;
    if (!search) return true;
    const found = this.#of(input)?.tasks.get(task.id);
    // Most changes, such as a move, keep the texts: a listed task matches in later versions, until a read lacks it.
    if (found && (found.isListed || found.version === task.version)) return found.isListed;
    // The service has not listed this version of the task, and a card has only its title.
    return matchesSearch(task, search);
  }

  /** Begins to note the matches of the search. */
  follow(input: BoardFilter): void {
    this.#of(input);
  }

  /** Notes whether a read under the filter has listed the task. */
  note({ id, version }: BoardTask, input: BoardFilter, isListed: boolean): void {
    this.#of(input)?.tasks.set(id, { version, isListed });
  }

  /** Notes the searches that find the task of an event. An event has the description, which a card lacks. */
  receiveChange(teamId: string, task: SearchableTask): void {
    for (const found of this.#found.values())
      if (found.teamId === teamId && matchesSearch(task, found.search))
        found.tasks.set(task.id, { version: task.version, isListed: true });
  }

  /** Forgets all other searches. */
  keep(inputs: BoardFilter[]): void {
    const kept = new Set(inputs.map((input) => this.#of(input)));
    for (const [key, found] of this.#found) if (!kept.has(found)) this.#found.delete(key);
  }

  #of({ teamId, search }: BoardFilter): Found | undefined {
    if (!search) return undefined;
    const key = `${teamId} ${search}`;
    const found = this.#found.get(key) ?? { teamId, search, tasks: new Map() };
    this.#found.set(key, found);
    return found;
  }
}
