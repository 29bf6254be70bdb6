import type { Agent, AgentStatus } from '@crewboard/contracts';
import { column, defineRow, nullableText, nullableTime, type RowOf, text, time } from '../define-row.ts';
import { descriptionInSnapshot } from '../events/task-texts.ts';

export const agentRow = defineRow(
  {
    id: column<string>(),
    name: text(),
    description: nullableText({ snapshot: descriptionInSnapshot }),
    status: column<AgentStatus>(),
    teamId: column<string>(),
    taskCount: column<number>(),
    lastActiveAt: nullableTime(),
    createdAt: time(),
  },
  { otherBytes: 400 },
);

export type AgentRow = RowOf<typeof agentRow>;

export const toAgent: (row: AgentRow) => Agent = agentRow.toContract;
