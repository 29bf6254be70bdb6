import { isWordStartSearch } from '@crewboard/contracts';
import { type Expression, sql } from '@crewboard/db';

/**
 * The pattern of a search for `ilike`. The index has trigrams: it finds two characters only at the beginning of a word,
 * with the blank before.
 */
export function searchPattern(search: string): string {
  const literal = search.replaceAll(/[\\%_]/g, '\\$&');
  return isWordStartSearch(search) ? `% ${literal}%` : `%${literal}%`;
}

/** SQL: whether a task has the searched text. A scalar subquery is one lookup by the primary key for each task. */
export const hasText = (taskId: Expression, search: string) =>
  sql`(select body ilike ${searchPattern(search)} from task_search where task_id = ${taskId})`;
