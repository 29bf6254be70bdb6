import type { AgentOverviewPage, DashboardPage } from '@crewboard/contracts';
import type { z } from 'zod';
import { defineList, readListPage } from '../list-page.ts';
import type { VerbContext } from '../verb-context.ts';
import { type AgentRow, agentBytes, agentColumns, toAgent } from './agent-row.ts';

type Call = { ctx: VerbContext; input: z.output<typeof DashboardPage> };
type Row = AgentRow & { tasksInProgress: number; tokenPrefix: string | null };

/** Tasks are counted in the index that begins with the agent and the status. */
const columns = (row: string) => `
  ${agentColumns(row)}, ${row}.token_prefix as "tokenPrefix",
  (select count(*)::int from tasks
   where assigned_agent_id = ${row}.id and status = 'in_progress') as "tasksInProgress"`;

const list = defineList('list-agent-overviews', { table: 'agents', columns, bytes: agentBytes });

/** A page of the team's agents with the number of tasks that each holds, the oldest first. */
export async function listAgentOverviews({ ctx, input }: Call): Promise<z.infer<typeof AgentOverviewPage>> {
  const { rows, nextCursor } = await readListPage<Row>(ctx, list, input);
  const items = rows.map((row) => ({
    ...toAgent(row),
    tasksInProgress: row.tasksInProgress,
    tokenPrefix: row.tokenPrefix,
  }));
  return { items, nextCursor };
}
