import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, openDatabase } from '@crewboard/db';
import { createTeam } from '../../apps/api/src/features/teams/create-team.ts';
import { createTeamClient, type TeamClient } from '../../e2e/fixtures/team-client.ts';
import { startDeliveringApi } from '../webhooks/start-delivering-api.ts';
import { WaitingCrew } from './waiting-crew.ts';

/** With the agent that releases tasks, 500 requests of the team wait: as many as a team may have. */
const agents = 499;
const tasks = 200;
/** Together with `settleMs` less than the 30 s of a wait, so that no request ends meanwhile. */
const idleSeconds = 12;
/** Connections report what they did up to 10 s after their last statement. */
const settleMs = 15_000;
const renewalSeconds = 60;

/**
 * Measures what 499 agents that wait for a task cost the database, and how soon one of them gets a task that arrives.
 */
export async function measureWaiting(): Promise<void> {
  const api = await startDeliveringApi();
  const db = openDatabase(api.databaseUrl, { maxConnections: 1 });
  try {
    const team = await createTeam({ ctx: { db }, input: { name: 'Waiting' } });
    const client = createTeamClient(api.apiUrl, team.apiKey, team);
    const crew = await WaitingCrew.create(client, { ...team, ...api, agents });
    console.log(
      `${agents} agents wait in one process, everything on one machine, ${availableParallelism()} cores`,
    );
    await sleep(settleMs);
    await reportQueries(db, 'while all of them wait', idleSeconds);

    const closer = await client.createAgent('Closer');
    const created: number[] = [];
    const unblocked: number[] = [];
    const released: number[] = [];
    for (let index = 0; index < tasks; index += 1) {
      await sleep(50 + Math.random() * 100);
      const { id } = await client.createTask();
      const createdAt = performance.now();
      created.push((await crew.claimOf(id)) - createdAt);
      // In turns, so that all kinds meet the same state of the machine. The crew does not get the blocker, which is
      // assigned.
      const blocker = await client.createTask({ assignedAgentId: closer.id });
      const waiting = await client.createTask({ blockedBy: [blocker.id] });
      await client.as(closer.token).tasks.complete({ taskId: blocker.id });
      const completedAt = performance.now();
      unblocked.push((await crew.claimOf(waiting.id)) - completedAt);
      released.push(await measureRelease(client, closer, crew));
    }
    report('response to the creation', created);
    report('response to the completion of the last blocker', unblocked);
    report('response to the release by an agent that waits as well', released);
    await sleep(settleMs);
    await reportQueries(db, 'with a new request of each agent every 30 s', renewalSeconds);
    console.log(`  ${crew.errors} requests of agents failed`);
    crew.stop();
  } finally {
    await db.close();
    await api.stop();
  }
}

/** The time from the response to a release to the claim by another agent. The agent that releases waits for another task. */
async function measureRelease(
  client: TeamClient,
  { id, token }: { id: string; token: string },
  crew: WaitingCrew,
) {
  const holder = client.as(token).tasks;
  const { id: taskId } = await client.createTask({ assignedAgentId: id });
  await holder.claim({ taskId });
  const waiting = crew.wait(token);
  await sleep(20);
  await holder.release({ taskId });
  const releasedAt = performance.now();
  const claimedAt = await crew.claimOf(taskId);
  waiting.abort();
  return claimedAt - releasedAt;
}

function report(from: string, delays: number[]): void {
  const sorted = delays.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(tasks - 1, Math.floor(share * tasks))]?.toFixed(1);
  console.log(
    `${from} → response to the claim, ${tasks} tasks one by one: median ${at(0.5)} ms, p95 ${at(0.95)} ms, max ${at(1)} ms`,
  );
}

async function reportQueries(db: Database, when: string, seconds: number): Promise<void> {
  const before = await countCommits(db);
  await sleep(seconds * 1_000);
  const perSecond = ((await countCommits(db)) - before) / seconds;
  console.log(`queries a second ${when}: ${perSecond.toFixed(1)}`);
}

/** The service sends each statement as a transaction of its own. */
async function countCommits({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ commits: number }>(
    `select xact_commit::int as commits from pg_stat_database where datname = current_database()`,
  );
  return rows[0]?.commits ?? Number.NaN;
}
