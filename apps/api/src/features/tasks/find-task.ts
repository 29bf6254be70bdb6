import { defineStatement, queryMany, sql } from '@crewboard/db';
import { selectCallsWithValidToken } from '../../auth/credential-conditions.ts';
import type { Batch } from '../../batching/batches.ts';
import { type CallParams, defineCalls } from '../../batching/define-calls.ts';
import { notFound } from '../../errors.ts';
import type { VerbContext } from '../verb-context.ts';
import { type TaskRow, taskRow } from './task-row.ts';

type Call = { taskId: string; teamId: string; actorId: string; tokenHash: Buffer | null };
type Row = TaskRow & { place: number };

const calls = defineCalls<Call>({ taskId: 'text', teamId: 'text', actorId: 'text', tokenHash: 'bytea' });

const statement = defineStatement<CallParams<Call>, Row>(
  (params) => sql`
  select ${taskRow.columns('tasks')}, call_place::int as place
  from (${selectCallsWithValidToken(calls.rows(params))}) as calls join tasks on id = call_task_id and team_id = call_team_id`,
);

const keyOf = ({ taskId, teamId, tokenHash }: Call) => `${teamId} ${taskId} ${tokenHash?.toString('base64')}`;

const findTasks: Batch<Call, TaskRow | undefined> = {
  name: 'tasks.get',
  isLookup: true,
  ownerOf: ({ teamId }) => teamId,
  async send(db, sent) {
    // Read a task once for all equal calls of a batch.
    const wanted = new Map(sent.map((call) => [keyOf(call), call]));
    const rows = await queryMany(db, statement, calls.toParams([...wanted.values()]));
    // The place of a row counts the distinct calls from 1.
    const keys = [...wanted.keys()];
    const rowByKey = new Map(rows.map((row) => [keys[row.place - 1], row]));
    return sent.map((call) => rowByKey.get(keyOf(call)));
  },
};

/** The task of the caller's team with this id, or NOT_FOUND. */
export async function findTask(
  { actor, batches, uncheckedToken }: VerbContext,
  taskId: string,
): Promise<TaskRow> {
  const { teamId, id: actorId } = actor;
  const row = await batches.run(findTasks, {
    ...{ taskId, teamId, actorId },
    tokenHash: uncheckedToken?.hashToCheck ?? null,
  });
  if (!row) throw notFound();
  uncheckedToken?.confirm();
  return row;
}
