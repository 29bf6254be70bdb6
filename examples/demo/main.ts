import { styleText } from 'node:util';
import { ConnectionError, CrewboardError, createClient } from '@crewboard/sdk';
import { createAgents, importTimeZones, readAgents } from './board.ts';
import { checkRun } from './check-run.ts';
import { CleanUpError, findService, type Service, StartError } from './find-service.ts';
import { startProgress } from './progress.ts';
import type { NewAgent, Task } from './resources.ts';
import { runAgents } from './run-agents.ts';
import {
  printArrivals,
  printFailures,
  printFindings,
  printRuns,
  printSample,
  printTakeover,
  printTimes,
} from './summary.ts';
import { listen } from './webhook.ts';
import { leaseSeconds } from './worker-messages.ts';

const EXIT_INTERRUPTED = 130;

const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort());

process.exitCode = await demo();

async function demo(): Promise<number> {
  /** Functions that undo what the demo created, the last one first. */
  const cleanUps: (() => Promise<void>)[] = [];
  let exitCode = 0;
  try {
    const service = await findService();
    cleanUps.unshift(service.cleanUp);
    if (!(await runDemo(service, cleanUps))) exitCode = 1;
  } catch (error) {
    exitCode = explain(error);
  }
  for (const cleanUp of cleanUps) {
    await cleanUp().catch((error) => {
      exitCode = explain(error);
    });
  }
  return exitCode;
}

/** Runs the demo. Resolves to whether all agents succeeded and all checks passed. */
async function runDemo(service: Service, cleanUps: (() => Promise<void>)[]): Promise<boolean> {
  const startedAt = performance.now();
  const client = createClient({
    ...{ url: service.apiUrl, token: service.apiKey, signal: interruption.signal },
  });

  const name = `Clock changes ${localMinute(new Date())}`;
  const project = await client.projects.create({ name });
  console.log(`\n  ${styleText('bold', project.name)}\n`);
  const listening = await listen(service, project.id);
  if (typeof listening === 'string') console.log(`  ${styleText('yellow', '!')} No webhook: ${listening}.\n`);
  else cleanUps.unshift(listening.stop);
  const imported = await importTimeZones(client, project.id);
  const agents = await createAgents(client, project.name);

  const progress = startProgress('Working', imported.length);
  let left = imported.length;
  let takeover: string | undefined;
  const onKilled = (agent: NewAgent, taskId: string) => {
    takeover = `Killed ${agent.name} while it held task ${taskId}: its lease ends after ${leaseSeconds} s, then another agent gets it`;
  };
  const job = {
    ...{ apiUrl: service.apiUrl, projectId: project.id, taskCount: imported.length },
    onCompleted: () => {
      progress.advance();
      left -= 1;
      // The last task is the one whose agent was killed: the others wait until its lease ends.
      if (left === 1 && takeover) console.log(`\n  ${takeover}.`);
    },
    onKilled,
  };
  const { runs, seconds } = await runAgents(agents, job, interruption.signal).finally(progress.stop);
  printFailures(runs);

  const completed = runs.flatMap(({ report }) => report.completed);
  const arrivals =
    typeof listening === 'string' ? null : await listening.waitFor(completed.length, interruption.signal);
  const tasks: Task[] = [];
  for await (const task of client.tasks.listAll({ projectId: project.id })) tasks.push(task);
  const agentsAfter = await readAgents(client, agents);
  const findings = checkRun({ imported, runs, tasks, agents: agentsAfter, arrivals });

  printRuns(runs, agentsAfter);
  printFindings(findings);
  printSample(tasks);
  for (const { report } of runs) {
    const task = tasks.find(({ id }) => id === report.killedWith);
    if (!task) continue;
    printTakeover(task, await client.tasks.attempts({ taskId: task.id }), agentsAfter);
  }
  if (arrivals) printArrivals(arrivals);
  printTimes(runs, seconds, (performance.now() - startedAt) / 1000);
  if (service.webUrl) console.log(`  See them on the board: ${styleText('underline', service.webUrl)}\n`);
  return findings.every(({ isTrue }) => isTrue) && runs.every(({ report }) => !report.failure);
}

function localMinute(date: Date): string {
  return date.toLocaleString('sv-SE', { dateStyle: 'short', timeStyle: 'short' });
}

function explain(error: unknown): number {
  if (interruption.signal.aborted && !(error instanceof CleanUpError)) {
    console.error('\n  Interrupted.');
    return EXIT_INTERRUPTED;
  }
  const known = [StartError, CleanUpError, ConnectionError, CrewboardError].some(
    (kind) => error instanceof kind,
  );
  console.error(known ? `  ${(error as Error).message}` : error);
  return 1;
}
