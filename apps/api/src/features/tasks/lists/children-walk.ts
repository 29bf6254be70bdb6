import { taskStatuses } from '@crewboard/contracts';
import { raw, sql } from '@crewboard/db';
import { claimableConditions } from './claimable-walk.ts';
import {
  archiveConditions,
  type Caller,
  filterConditions,
  type ListFilters,
  type Walk,
} from './walk-tasks.ts';

/** How many sub-tasks one page looks at: few tasks have more. */
export const maxLookedAt = 1_000;

/** The sub-tasks of a task. Has a part for each status, because the index has each in the order of creation. */
export function childrenWalk(caller: Caller, filters: ListFilters & { parentId: string }): Walk {
  const { parentId, status, archived, claimable } = filters;
  const ofStatus = (each: string) =>
    sql`team_id = ${caller.teamId} and parent_id = ${parentId} and status = ${raw(`'${each}'`)}`;
  return {
    ...filters,
    teamId: caller.teamId,
    ranges: (status ? [status] : taskStatuses).map(ofStatus),
    maxLookedAt,
    conditions: [
      ...archiveConditions(archived ?? false),
      ...(claimable ? claimableConditions(caller) : []),
      ...filterConditions(filters),
    ],
  };
}
