import { createClient } from '@crewboard/sdk';
import { createAgents, importTimeZones } from './board.ts';

type Team = { apiUrl: string; apiKey: string; projectId: string };

/** Fills the demo team of `pnpm dev` with tasks and agents. Each agent has one task done and one in progress. */
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
