import { availableParallelism } from 'node:os';
import { openDatabase } from '@crewboard/db';
import { createTeam } from '../../apps/api/src/features/teams/create-team.ts';
import { createTeamClient, type TeamClient } from '../../e2e/fixtures/team-client.ts';
import { startDeliveringApi } from '../webhooks/start-delivering-api.ts';

const rounds = 300;
const blockers = 5;
const dependants = 100;
const fanOuts = 20;
const plans = 10;
const tasksPerPlan = 500;
/** The first calls of a process prepare statements. */
const warmUps = 20;

const medianOf = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;

async function timeOf(call: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await call();
  return performance.now() - start;
}

/** Measures what dependencies cost: the claim of a task that has waited for others, and a completion on which many wait. */
export async function measureDependencies(): Promise<void> {
  const api = await startDeliveringApi();
  const db = openDatabase(api.databaseUrl, { maxConnections: 1 });
  try {
    const team = await createTeam({ ctx: { db }, input: { name: 'Dependencies' } });
    const client = createTeamClient(api.apiUrl, team.apiKey, team);
    const agent = client.as((await client.createAgent('Ada')).token);
    console.log(`one call after another, everything on one machine, ${availableParallelism()} cores`);
    await measureClaims(client, agent);
    await measureFanOut(client, agent);
    await measurePlans(client, team.projectId);
  } finally {
    await db.close();
    await api.stop();
  }
}

/** The kinds of claims take turns, so that they meet the same state of the machine. */
async function measureClaims(client: TeamClient, agent: TeamClient): Promise<void> {
  const completeBlockers = async () => {
    const ids: string[] = [];
    for (let index = 0; index < blockers; index += 1) {
      const { id: taskId } = await client.createTask();
      await agent.tasks.complete({ taskId, result: 'Done' });
      ids.push(taskId);
    }
    return ids;
  };
  const [plain, waiting, included]: [number[], number[], number[]] = [[], [], []];
  const measure = async (into: number[], ids: string[], include?: string) => {
    const { id: taskId } = await client.createTask({ blockedBy: ids });
    const ms = await timeOf(() => agent.tasks.claim({ taskId, ...(include && { include }) }));
    into.push(ms);
    await agent.tasks.complete({ taskId });
  };
  let blockedBy: string[] = [];
  for (let round = 0; round < rounds + warmUps; round += 1) {
    // A task may block 500 others.
    if (round % 100 === 0) blockedBy = await completeBlockers();
    await measure(plain, []);
    await measure(waiting, blockedBy);
    await measure(included, blockedBy, 'blockers');
  }
  const [without, having, reading] = [plain, waiting, included].map((each) =>
    medianOf(each.slice(warmUps)),
  ) as [number, number, number];
  console.log(
    `claim, median of ${rounds}: ${without.toFixed(2)} ms; with ${blockers} blockers that are done ${having.toFixed(2)} ms ` +
      `(speed ${(without / having).toFixed(2)}), with their results ${reading.toFixed(2)} ms`,
  );
}

async function measureFanOut(client: TeamClient, agent: TeamClient): Promise<void> {
  const [alone, awaited]: [number[], number[]] = [[], []];
  for (let round = 0; round < fanOuts; round += 1) {
    const { id: taskId } = await client.createTask();
    for (let index = 0; index < dependants; index += 1) await client.createTask({ blockedBy: [taskId] });
    const { id: other } = await client.createTask();
    alone.push(await timeOf(() => agent.tasks.complete({ taskId: other })));
    awaited.push(await timeOf(() => agent.tasks.complete({ taskId })));
  }
  console.log(
    `complete, median of ${fanOuts}: ${medianOf(alone).toFixed(1)} ms; with ${dependants} tasks that wait for it ` +
      `${medianOf(awaited).toFixed(1)} ms, at most ${Math.max(...awaited).toFixed(1)} ms`,
  );
}

/** Each task but the first waits for the one before, and for the first. */
async function measurePlans(client: TeamClient, projectId: string): Promise<void> {
  const tasks = Array.from({ length: tasksPerPlan }, (_, index) => ({
    ...{ title: `Task ${index}`, projectId, ref: `${index}` },
    blockedBy: [...new Set([index - 1, 0])].flatMap((other) =>
      other < 0 || other === index ? [] : `ref:${other}`,
    ),
  }));
  const times: number[] = [];
  for (let round = 0; round < plans; round += 1)
    times.push(await timeOf(() => client.tasks.createMany({ tasks })));
  console.log(
    `a plan of ${tasksPerPlan} tasks in one request, median of ${plans}: ${medianOf(times).toFixed(0)} ms, at most ` +
      `${Math.max(...times).toFixed(0)} ms`,
  );
}
