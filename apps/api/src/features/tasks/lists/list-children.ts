import { taskStatuses } from '@crewboard/contracts';
import { raw, sql } from '@crewboard/db';
import type { Page } from '../../read-page.ts';
import type { VerbContext } from '../../verb-context.ts';
import { type TaskRow, taskRow } from '../task-row.ts';
import { claimableConditions } from './list-claimable.ts';
import {
  archiveConditions,
  type Caller,
  filterConditions,
  type Walk,
  type Wanted,
  walkTasks,
} from './walk-tasks.ts';

/** How many sub-tasks one page looks at: few tasks have more. */
export const maxLookedAt = 1_000;

type OfParent = Wanted & { parentId: string };

/** The index of sub-tasks has each status in the order of creation. */
export function childrenWalk(caller: Caller, wanted: OfParent): Walk {
  const { parentId, status, archived, claimable } = wanted;
  const ofStatus = (each: string) =>
    sql`team_id = ${caller.teamId} and parent_id = ${parentId} and status = ${raw(`'${each}'`)}`;
  return {
    ...wanted,
    teamId: caller.teamId,
    where: (status ? [status] : taskStatuses).map(ofStatus),
    maxLookedAt,
    conditions: [
      ...archiveConditions(archived ?? false),
      ...(claimable ? claimableConditions(caller) : []),
      ...filterConditions(wanted),
    ],
  };
}

/** The sub-tasks of a task, the newest first. A page may be short, even empty, and have a next one. */
export const listChildren = ({ db, actor }: VerbContext, input: OfParent): Promise<Page<TaskRow>> =>
  walkTasks<TaskRow>(db.reads, taskRow, childrenWalk(actor, input));
