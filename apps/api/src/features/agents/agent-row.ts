import { type Agent, agentFields } from '@crewboard/contracts';
import { raw } from '@crewboard/db';
import { column, defineRow, jsonTime, nullableTime, type RowOf } from '../define-row.ts';
import { completionCount } from '../events/uncounted.ts';
import { columnsOf } from '../field-columns.ts';

/** Null once it is over, which only a response can tell: an event keeps the time as it was set. */
const previousTokenUntil = nullableTime({
  sql: (row) => raw(`case when ${row}.previous_token_until > now() then ${row}.previous_token_until end`),
  snapshot: (row) => jsonTime(raw(`${row}.previous_token_until`)),
});

/** Its statements need the CTE of `uncountedCompletions`. */
export const agentRow = defineRow(
  {
    ...columnsOf<Agent>(agentFields),
    taskCount: column<number>({ sql: (row) => completionCount(raw(`${row}.id`)) }),
    previousTokenUntil,
  },
  { otherBytes: 500 },
);

export type AgentRow = RowOf<typeof agentRow>;

export const toAgent: (row: AgentRow) => Agent = agentRow.toContract;
