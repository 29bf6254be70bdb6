import type { Crewboard } from '@crewboard/sdk';
import { startProgress } from './progress.ts';
import type { Agent, NewAgent } from './resources.ts';
import { asTask, readTimeZones } from './time-zones.ts';

const AGENT_NAMES = [
  ...['Ada Moreno', 'Björn Lindqvist', 'Chiara Rossi', 'Dawit Bekele'],
  ...['Elena Petrova', 'Farid Haddad', 'Grace Okafor', 'Hiroshi Tanaka'],
];
const IMPORTS_AT_ONCE = 8;

/** Creates a task for each row of the time zones, and returns the ids of the tasks. */
export async function importTimeZones(client: Crewboard, projectId: string): Promise<string[]> {
  const rows = readTimeZones();
  const progress = startProgress('Importing', rows.length);
  const ids: string[] = [];
  // All parallel imports take rows from this iterator, so that each row is imported once.
  const remainingRows = rows.values();
  const importRows = async () => {
    for (const row of remainingRows) {
      const { id } = await client.tasks.create({ ...asTask(row), projectId });
      ids.push(id);
      progress.advance();
    }
  };
  await Promise.all(Array.from({ length: IMPORTS_AT_ONCE }, importRows)).finally(progress.stop);
  return ids;
}

export function createAgents(client: Crewboard, projectName: string): Promise<NewAgent[]> {
  const description = `Looks up clock changes for "${projectName}".`;
  return Promise.all(AGENT_NAMES.map((name) => client.agents.create({ name, description })));
}

export function readAgents(client: Crewboard, agents: Agent[]): Promise<Agent[]> {
  return Promise.all(agents.map(({ id }) => client.agents.get({ agentId: id })));
}
