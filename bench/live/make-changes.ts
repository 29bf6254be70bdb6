import { setTimeout as sleep } from 'node:timers/promises';
import { createTeamClient } from '../../e2e/fixtures/team-client.ts';

type Target = { apiUrl: string; teamId: string; projectId: string; apiKey: string };
export type Load = { perSecond: number; seconds: number };

const tickMs = 10;

/** Makes changes at a steady rate. Returns how many, and how many of them are new tasks. */
export type MakeChanges = (load: Load) => Promise<{ made: number; created: number }>;

/** Changes over REST, an event each: of four, two are new tasks, one is a claim and one a completion. */
export async function prepareChanges(target: Target): Promise<MakeChanges> {
  const client = createTeamClient(target.apiUrl, target.apiKey, target);
  const asAgent = client.as((await client.createAgent('Worker')).token);
  const [waiting, held]: [string[], string[]] = [[], []];
  let number = 0;

  /** Returns how many tasks it created. */
  async function change(): Promise<number> {
    number += 1;
    const taskId = number % 4 === 2 ? waiting.shift() : number % 4 === 3 ? held.shift() : undefined;
    if (!taskId) {
      waiting.push((await client.createTask({ title: `Change ${number}` })).id);
      return 1;
    }
    if (number % 4 === 3) {
      await asAgent.tasks.complete({ taskId, result: 'Done' });
    } else {
      await asAgent.tasks.claim({ taskId });
      held.push(taskId);
    }
    return 0;
  }

  return async ({ perSecond, seconds }) => {
    const running: Promise<number>[] = [];
    const start = Date.now();
    for (let elapsedMs = 0; elapsedMs < seconds * 1_000; elapsedMs = Date.now() - start) {
      const due = Math.floor((elapsedMs / 1_000) * perSecond);
      while (running.length < due) running.push(change());
      await sleep(tickMs);
    }
    const created = await Promise.all(running);
    return { made: running.length, created: created.reduce((sum, each) => sum + each, 0) };
  };
}
