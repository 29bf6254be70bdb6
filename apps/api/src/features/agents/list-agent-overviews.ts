import type { AgentOverview, AgentOverviewPage, DashboardPage } from '@crewboard/contracts';
import { raw, sql } from '@crewboard/db';
import type { z } from 'zod';
import { boundedCount, matchesAmong } from '../bounded-count.ts';
import { uncountedCompletions } from '../events/uncounted.ts';
import { defineList, readListPage } from '../list-page.ts';
import type { Call } from '../verb-context.ts';
import { type AgentRow, agentRow, toAgent } from './agent-row.ts';

type Row = AgentRow & Pick<AgentOverview, 'tasksInProgress' | 'tokenPrefix' | 'tokenLifetimeSeconds'>;

/**
 * SQL: the number of tasks that the agent holds, a bounded count. `matchesAmong` needs them in the order of an index.
 */
const tasksInProgress = (row: string) => {
  const tasks = sql`
    select from tasks where assigned_agent_id = ${raw(row)}.id and status = 'in_progress' and archived_at is null
    order by created_at desc, id desc`;
  return sql`(
    select to_json(counted) from (select ${boundedCount} from (${matchesAmong(tasks, raw('true'))}) as found) as counted
  )`;
};

const columns = (row: string) => sql`
    ${agentRow.columns(row)}, ${raw(row)}.token_prefix as "tokenPrefix",
    ${raw(row)}.token_lifetime_seconds::float8 as "tokenLifetimeSeconds",
    ${tasksInProgress(row)} as "tasksInProgress"`;

export const overviewList = defineList<Row>({
  table: 'agents',
  columns,
  bytes: agentRow.bytes,
  ctes: uncountedCompletions,
});

/** A page of the agents for the dashboard, the oldest first, each with its tasks in progress and its token's prefix. */
export async function listAgentOverviews({
  ctx,
  input,
}: Call<typeof DashboardPage>): Promise<z.infer<typeof AgentOverviewPage>> {
  const page = await readListPage(ctx, overviewList, input);
  const items = page.rows.map((row) => ({
    ...toAgent(row),
    tasksInProgress: row.tasksInProgress,
    tokenPrefix: row.tokenPrefix,
    tokenLifetimeSeconds: row.tokenLifetimeSeconds,
  }));
  return { items, nextCursor: page.nextCursor };
}
