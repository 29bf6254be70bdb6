import type { Agent } from '@crewboard/contracts';
import { type AgentModel, raw } from '@crewboard/db';
import {
  column,
  defineRow,
  jsonTime,
  nullableText,
  nullableTime,
  type RowOf,
  text,
  time,
} from '../define-row.ts';
import { descriptionInSnapshot } from '../events/task-texts.ts';
import { completionCount } from '../events/uncounted.ts';

/** Null once it is over, which only a response can tell: an event keeps the time as it was set. */
const previousTokenUntil = nullableTime({
  sql: (row) => raw(`case when ${row}.previous_token_until > now() then ${row}.previous_token_until end`),
  snapshot: (row) => jsonTime(raw(`${row}.previous_token_until`)),
});

/** Its statements need the CTE of `uncountedCompletions`. */
export const agentRow = defineRow(
  {
    id: column<string>(),
    name: text(),
    description: nullableText({ snapshot: descriptionInSnapshot }),
    status: column<AgentModel['status']>(),
    teamId: column<string>(),
    taskCount: column<number>({ sql: (row) => completionCount(raw(`${row}.id`)) }),
    lastActiveAt: nullableTime(),
    createdAt: time(),
    tokenExpiresAt: nullableTime(),
    previousTokenUntil,
  },
  { otherBytes: 500 },
);

export type AgentRow = RowOf<typeof agentRow>;

export const toAgent: (row: AgentRow) => Agent = agentRow.toContract;
