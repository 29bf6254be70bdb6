import type { Agent, ListAgents } from '@crewboard/contracts';
import type { z } from 'zod';
import { uncountedCompletions } from '../events/uncounted.ts';
import { defineList, readListPage } from '../list-page.ts';
import { setCursors } from '../read-page.ts';
import type { VerbContext } from '../verb-context.ts';
import { type AgentRow, agentRow, toAgent } from './agent-row.ts';

type Call = { ctx: VerbContext; input: z.output<typeof ListAgents> };

const list = defineList<AgentRow>({
  table: 'agents',
  columns: agentRow.columns,
  bytes: agentRow.bytes,
  ctes: uncountedCompletions,
});

/** A page of the team's agents, inactive ones included, the oldest first. */
export async function listAgents({ ctx, input }: Call): Promise<Agent[]> {
  const page = await readListPage(ctx, list, input);
  setCursors(ctx, page);
  return page.rows.map(toAgent);
}
