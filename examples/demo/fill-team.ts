import { createClient } from '@crewboard/sdk';
import { createAgents, importTimeZones } from './board.ts';

type Team = { apiUrl: string; apiKey: string; projectId: string };

/** Gives the team tasks and agents: of each agent one task is done and one in progress, all others wait. */
export async function fillTeam({ apiUrl: url, apiKey, projectId }: Team): Promise<void> {
  const client = createClient({ url, token: apiKey });
  await importTimeZones(client, projectId);
  for (const { token } of await createAgents(client, 'the demo team')) {
    const agent = createClient({ url, token });
    const task = await agent.tasks.claimNext();
    if (task) await agent.tasks.complete({ taskId: task.id, result: 'Done.' });
    await agent.tasks.claimNext();
  }
}
