import { setTimeout as sleep } from 'node:timers/promises';
import { RestClient } from '../../e2e/fixtures/rest-client.ts';

type Load = {
  apiUrl: string;
  teamId: string;
  projectId: string;
  apiKey: string;
  perSecond: number;
  seconds: number;
};

const TICK_MS = 10;

/** Makes changes at a steady rate over REST: of four, two are new tasks, one is a claim and one a completion. */
export async function makeChanges(load: Load): Promise<number> {
  const client = new RestClient(load.apiUrl, load.apiKey, load);
  const agent = await client.createAgent('Worker');
  const asAgent = client.as(agent.token);
  const [waiting, held]: [string[], string[]] = [[], []];
  const running = new Set<Promise<unknown>>();
  let [made, created] = [0, 0];

  async function change(number: number): Promise<void> {
    const taskId = number % 4 === 2 ? waiting.shift() : number % 4 === 3 ? held.shift() : undefined;
    if (taskId && number % 4 === 2) {
      await asAgent.request('POST', `/api/tasks/${taskId}/claim`);
      held.push(taskId);
    } else if (taskId) {
      await asAgent.request('POST', `/api/tasks/${taskId}/complete`, { result: 'Done' });
    } else {
      created += 1;
      waiting.push((await client.createTask({ title: `Change ${number}` })).id);
    }
  }

  const start = Date.now();
  while (Date.now() - start < load.seconds * 1_000) {
    const due = Math.floor(((Date.now() - start) / 1_000) * load.perSecond);
    for (; made < due; made += 1) {
      const running1 = change(made);
      running.add(running1);
      void running1.finally(() => running.delete(running1));
    }
    await sleep(TICK_MS);
  }
  await Promise.all(running);
  return created;
}
