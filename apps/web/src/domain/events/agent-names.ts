import { isolate } from '#lib/text/isolate.ts';

/** The current names of agents by id. */
export type AgentNames = ReadonlyMap<string, string>;

/** The name for a sentence; a general name if the agent was deleted. */
export const agentName = (id: unknown, names: AgentNames): string =>
  isolate(names.get(String(id)) ?? 'an agent');
