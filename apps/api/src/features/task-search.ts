import { isWordStartSearch } from '@crewboard/contracts';
import { type Expression, sql } from '@crewboard/db';

/**
 * The index holds trigrams, so a text of two characters is found only at the beginning of a word, together with the
 * blank before it.
 */
export function searchPattern(search: string): string {
  const literal = search.replaceAll(/[\\%_]/g, '\\$&');
  return isWordStartSearch(search) ? `% ${literal}%` : `%${literal}%`;
}

/**
 * SQL: whether a task has the searched text, from its id. A scalar subquery: one look into the primary key for each
 * task.
 */
export const hasText = (taskId: Expression, search: string) =>
  sql`(select body ilike ${searchPattern(search)} from task_search where task_id = ${taskId})`;
