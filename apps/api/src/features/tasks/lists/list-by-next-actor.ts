import type { TaskStatus } from '@crewboard/contracts';
import { raw, sql } from '@crewboard/db';
import type { Page } from '../../read-page.ts';
import type { VerbContext } from '../../verb-context.ts';
import { type TaskRow, taskRow } from '../task-row.ts';
import { filterConditions, type Walk, type Wanted, walkTasks } from './walk-tasks.ts';

/** How many tasks one page looks at. */
const maxLookedAt = 10_000;

/** Null: none. Nobody acts on what is closed or archived. */
function wantedStatuses(status: Wanted['status'], archived = false): (TaskStatus | null)[] {
  if (archived || status === 'done' || status === 'cancelled') return [null];
  return status ? [status] : ['todo', 'in_progress'];
}

export const nextActorWalk = (teamId: string, { status, archived, ...wanted }: Wanted): Walk => ({
  ...wanted,
  teamId,
  where: wantedStatuses(status, archived).map((each) =>
    each ? sql`team_id = ${teamId} and status = ${raw(`'${each}'`)} and archived_at is null` : raw('false'),
  ),
  maxLookedAt,
  conditions: filterConditions(wanted),
});

/** Open tasks on which a person acts next, the newest first. A page may be short, even empty, and have a next one. */
export const listByNextActor = ({ db, actor }: VerbContext, input: Wanted): Promise<Page<TaskRow>> =>
  walkTasks<TaskRow>(db.reads, taskRow, nextActorWalk(actor.teamId, input));
