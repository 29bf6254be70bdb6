import type { Agent, ListAgents } from '@crewboard/contracts';
import { uncountedCompletions } from '../events/uncounted.ts';
import { defineList, readListPage } from '../list-page.ts';
import type { Call } from '../verb-context.ts';
import { type AgentRow, agentRow, toAgent } from './agent-row.ts';

const list = defineList<AgentRow>({
  table: 'agents',
  columns: agentRow.columns,
  bytes: agentRow.bytes,
  ctes: uncountedCompletions,
});

/** A page of the team's agents, inactive ones included, the oldest first. */
export async function listAgents({ ctx, input }: Call<typeof ListAgents>): Promise<Agent[]> {
  const { rows } = await readListPage(ctx, list, input);
  return rows.map(toAgent);
}
