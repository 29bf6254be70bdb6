import type { AgentOverview, AgentOverviewPage, DashboardPage } from '@crewboard/contracts';
import { raw, sql } from '@crewboard/db';
import type { z } from 'zod';
import { taskCounts, uncountedCompletions, uncountedTasks } from '../events/uncounted.ts';
import { defineList, readListPage } from '../list-page.ts';
import { setCursors } from '../read-page.ts';
import type { VerbContext } from '../verb-context.ts';
import { type AgentRow, agentRow, toAgent } from './agent-row.ts';

type Call = { ctx: VerbContext; input: z.output<typeof DashboardPage> };
type Row = AgentRow & Pick<AgentOverview, 'tasksInProgress' | 'tokenPrefix' | 'tokenLifetimeSeconds'>;

const tasksOf = (row: string) =>
  taskCounts({ teamId: raw(`${row}.team_id`), projectId: raw('null::text'), agentId: raw(`${row}.id`) });

const columns = (row: string) => sql`
    ${agentRow.columns(row)}, ${raw(row)}.token_prefix as "tokenPrefix",
    ${raw(row)}.token_lifetime_seconds::float8 as "tokenLifetimeSeconds",
    (select coalesce(sum(count), 0)::int from ${tasksOf(row)} as each where status = 'in_progress') as "tasksInProgress"`;

export const overviewList = defineList<Row>({
  table: 'agents',
  columns,
  bytes: agentRow.bytes,
  ctes: (teamId) => sql`${uncountedTasks(teamId)}, ${uncountedCompletions(teamId)}`,
});

/** A page of the team's agents with the number of tasks that each holds, the oldest first. */
export async function listAgentOverviews({ ctx, input }: Call): Promise<z.infer<typeof AgentOverviewPage>> {
  const page = await readListPage(ctx, overviewList, input);
  setCursors(ctx, page);
  const items = page.rows.map((row) => ({
    ...toAgent(row),
    tasksInProgress: row.tasksInProgress,
    tokenPrefix: row.tokenPrefix,
    tokenLifetimeSeconds: row.tokenLifetimeSeconds,
  }));
  return { items, nextCursor: page.nextCursor };
}
