import { defineStatement, queryMany, sql } from '@crewboard/db';
import type { Batch } from '../../batching/batches.ts';
import { notFound } from '../../errors.ts';
import type { VerbContext } from '../verb-context.ts';
import { type TaskRow, taskRow } from './task-row.ts';

type Call = { taskId: string; teamId: string };
type Row = TaskRow & { teamId: string };

/** Subqueries hide the length of the arrays: PostgreSQL keeps one plan, and does not plan each statement anew. */
const statement = defineStatement<{ taskIds: string[]; teamIds: string[] }, Row>(
  ({ taskIds, teamIds }) => sql`
  select ${taskRow.columns('tasks')}, tasks.team_id as "teamId"
  from unnest((select ${taskIds}::text[]), (select ${teamIds}::text[])) as wanted (id, team_id) join tasks using (id, team_id)`,
);

const keyOf = ({ taskId, teamId }: Call) => `${teamId} ${taskId}`;

const findTasks: Batch<Call, TaskRow | undefined> = {
  name: 'tasks.get',
  ownerOf: ({ teamId }) => teamId,
  async send(db, calls) {
    // A task that several requests ask for is read once.
    const wanted = [...new Map(calls.map((call) => [keyOf(call), call])).values()];
    const rows = await queryMany(db, statement, {
      taskIds: wanted.map(({ taskId }) => taskId),
      teamIds: wanted.map(({ teamId }) => teamId),
    });
    const rowByKey = new Map(rows.map((row) => [keyOf({ taskId: row.id, teamId: row.teamId }), row]));
    return calls.map((call) => rowByKey.get(keyOf(call)));
  },
};

/** The task of the caller's team with this id, or NOT_FOUND. */
export async function findTask({ actor, batches }: VerbContext, taskId: string): Promise<TaskRow> {
  const row = await batches.run(findTasks, { taskId, teamId: actor.teamId });
  if (!row) throw notFound();
  return row;
}
