import { sql } from '@crewboard/db';
import { claimableConditions } from './claimable-walk.ts';
import {
  archiveConditions,
  type Caller,
  filterConditions,
  hasProject,
  type ListFilters,
  type Walk,
} from './walk-tasks.ts';

/** The task of the team with this external id, if it meets the other filters. */
export function externalIdWalk(caller: Caller, filters: ListFilters & { externalId: string }): Walk {
  const { externalId, status, archived, claimable } = filters;
  return {
    ...filters,
    teamId: caller.teamId,
    ranges: [sql`team_id = ${caller.teamId} and external_id = ${externalId}`],
    // Never reached: the unique index has one task.
    maxLookedAt: 2,
    conditions: [
      ...archiveConditions(archived ?? false),
      hasProject,
      ...(status ? [sql`status = ${status}::task_status`] : []),
      ...(claimable ? claimableConditions(caller) : []),
      ...filterConditions(filters),
    ],
  };
}
