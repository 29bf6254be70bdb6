import type { BoardFilter } from '@crewboard/contracts';
import type { Sql } from '@crewboard/db';
import { completionsStatement } from '../../apps/api/src/features/agents/count-completions.ts';
import { overviewList } from '../../apps/api/src/features/agents/list-agent-overviews.ts';
import { columnQuery, hasIndex } from '../../apps/api/src/features/board/column-tasks.ts';
import {
  countColumnsStatement,
  countFound,
  countMatches,
} from '../../apps/api/src/features/board/count-columns.ts';
import { matchQuery, scanQuery } from '../../apps/api/src/features/board/search-column.ts';
import { columnWalkQuery } from '../../apps/api/src/features/board/walk-column.ts';
import { activityStatement } from '../../apps/api/src/features/events/count-activity.ts';
import { logQuery } from '../../apps/api/src/features/events/log/read-log.ts';
import { projectList } from '../../apps/api/src/features/projects/list-projects.ts';
import { listStatement } from '../../apps/api/src/features/tasks/lists/list-tasks.ts';

export type Read = { name: string; text: string; values: unknown[] };

type Prepared = { text: string; parameters: readonly string[] };

const limit = 50;
/**
 * A common word, two common words in a row, a rare word, a text of no task, and two letters that begin rare words or no
 * word.
 */
const searches = ['the', 'label the', '3c59dc04', 'zz absent', 'ba', 'zq'];

const composed = (name: string, { text, values }: Sql): Read => ({ name, text, values });

/** Every count, list and search of a team, each with its first page. */
export function readsOf(teamId: string): Read[] {
  const params: Record<string, unknown> = { teamId, limit: limit + 1, timeZone: 'Europe/Berlin' };
  const prepared = (
    name: string,
    { text, parameters }: Prepared,
    more: Record<string, unknown> = {},
  ): Read => {
    const all = { ...params, ...more };
    return { name, text, values: parameters.map((parameter) => all[parameter] ?? null) };
  };
  const [projectId, agentId] = [`${teamId}project1`, `${teamId}agent1`];
  const filters = [{}, { projectId }, { agentId }, { projectId, agentId }];
  const nameOf = (filter: object) => Object.keys(filter).join(' and ') || 'all';
  const counted = (name: string, filter: Omit<BoardFilter, 'teamId'>) =>
    composed(`columns: ${name}`, countMatches(teamId, { teamId, ...filter }));
  const board = { teamId, status: 'done' as const, limit, cursor: null };
  return [
    prepared('columns: all', countColumnsStatement),
    prepared('columns: projectId', countColumnsStatement, { projectId }),
    ...[{ agentId }, { projectId, agentId }].map((each) => counted(nameOf(each), each)),
    counted('nobody', { agentId: 'nobody' }),
    counted('priority', { priority: 'high' }),
    counted('priority of nobody', { agentId: 'nobody', priority: 'low' }),
    prepared('projects with counts', projectList.first),
    prepared('agents with counts', overviewList.first),
    prepared('completions of 30 days', completionsStatement, { agentId }),
    prepared('activity of 30 minutes', activityStatement),
    ...filters.flatMap((each) => [
      prepared(`list: ${nameOf(each)}`, listStatement({ ...each }), each),
      prepared(`list of done: ${nameOf(each)}`, listStatement({ ...each, status: 'done' }), each),
      composed(
        `column: ${nameOf(each)}`,
        (hasIndex({ ...board, ...each }) ? columnQuery : columnWalkQuery)(
          teamId,
          { ...board, ...each },
          limit + 1,
        ),
      ),
    ]),
    composed('log of tasks', logQuery({ teamId, subjects: ['task'], order: 'desc', limit })),
    ...searches.flatMap((search) => [
      composed(`"${search}": newest of a column`, scanQuery(teamId, { ...board, search }, limit + 1)),
      composed(`"${search}": matches of a column`, matchQuery(teamId, { ...board, search }, limit + 1)),
      composed(`"${search}": counts`, countFound(teamId, { teamId, search })),
    ]),
  ];
}
