import type { TaskStatus } from '@crewboard/contracts';
import { raw, sql } from '@crewboard/db';
import { filterConditions, type ListFilters, type Walk } from './walk-tasks.ts';

/** The maximum of open tasks that one page looks at. */
const maxLookedAt = 10_000;

/** Null: no task matches, because nobody acts on closed or archived tasks. */
function wantedStatuses(status: ListFilters['status'], archived = false): (TaskStatus | null)[] {
  if (archived || status === 'done' || status === 'cancelled') return [null];
  return status ? [status] : ['todo', 'in_progress'];
}

/** The open tasks with this next actor: only `person` can be asked for. */
export const nextActorWalk = (teamId: string, { status, archived, ...filters }: ListFilters): Walk => ({
  ...filters,
  teamId,
  ranges: wantedStatuses(status, archived).map((each) =>
    each ? sql`team_id = ${teamId} and status = ${raw(`'${each}'`)} and archived_at is null` : raw('false'),
  ),
  maxLookedAt,
  conditions: filterConditions(filters),
});
