import type { Agent } from '@crewboard/contracts';
import { sql } from '@crewboard/db';
import { defineEventWriter } from '../administration/write-event.ts';
import { uncountedCompletions } from '../events/uncounted.ts';
import { agentRow } from './agent-row.ts';

/** Writes the event of a changed agent, and returns the agent. */
export const writeAgentEvent = defineEventWriter<Agent>({
  subject: 'agent',
  record: ({ id, teamId }) => sql`select * from agents where id = ${id} and team_id = ${teamId}`,
  row: agentRow,
  counts: uncountedCompletions,
});
