import { type Agent, agentFields } from '@crewboard/contracts';
import { raw, sql } from '@crewboard/db';
import { defineEventWriter } from '../administration/write-event.ts';
import { column, defineRow, jsonTime, nullableTime, type RowOf } from '../define-row.ts';
import { completionCount, uncountedCompletions } from '../events/uncounted.ts';
import { columnsOf } from '../field-columns.ts';

/** Null in responses once the time is over. Snapshots of events keep the time. */
const previousTokenUntil = nullableTime({
  sql: (row) => raw(`case when ${row}.previous_token_until > now() then ${row}.previous_token_until end`),
  snapshot: (row) => jsonTime(raw(`${row}.previous_token_until`)),
});

/** `taskCount`: the tasks that the agent has completed, in total. It reads the CTE of `uncountedCompletions`. */
export const agentRow = defineRow(
  {
    ...columnsOf<Agent>(agentFields),
    taskCount: column<number>({ sql: (row) => completionCount(raw(`${row}.id`)) }),
    previousTokenUntil,
  },
  { fixedBytes: 500 },
);

export type AgentRow = RowOf<typeof agentRow>;

export const toAgent: (row: AgentRow) => Agent = agentRow.toContract;

/** Writes the event of a changed agent, and returns the agent. */
export const writeAgentEvent = defineEventWriter<Agent>({
  subject: 'agent',
  record: ({ id, teamId }) => sql`select * from agents where id = ${id} and team_id = ${teamId}`,
  row: agentRow,
  ctes: uncountedCompletions,
});
