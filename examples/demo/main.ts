import { styleText } from 'node:util';
import { createAgents, importTimeZones, readAgents, readAllTasks } from './board.ts';
import { CannotLeave, CannotStart, findService, type Service } from './find-service.ts';
import { connect, NoAnswer, Refused } from './http-client.ts';
import { startProgress } from './progress.ts';
import { prove } from './proof.ts';
import type { Project } from './resources.ts';
import { runAgents } from './run-agents.ts';
import { printFailures, printFindings, printRuns, printSample, printTimes } from './summary.ts';

const EXIT_INTERRUPTED = 130;

const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort());

process.exitCode = await demo();

async function demo(): Promise<number> {
  let leave = async () => {};
  let exitCode = 0;
  try {
    const service = await findService();
    leave = service.leave;
    if (!(await shareTheWork(service))) exitCode = 1;
  } catch (error) {
    exitCode = explain(error);
  }
  await leave().catch((error) => {
    exitCode = explain(error);
  });
  return exitCode;
}

/** Answers whether all went well and the proof holds. */
async function shareTheWork({ apiUrl, apiKey, teamId, webUrl }: Service): Promise<boolean> {
  const startedAt = performance.now();
  const request = connect(apiUrl, apiKey, interruption.signal);
  const team = `/api/teams/${teamId}`;

  const name = `Clock changes ${localMinute(new Date())}`;
  const { data: project } = await request<Project>('POST', `${team}/projects`, { name });
  console.log(`\n  ${styleText('bold', project.name)}\n`);
  const imported = await importTimeZones(request, team, project.id);
  const agents = await createAgents(request, team, project.name);

  const progress = startProgress('Working', imported.length);
  const job = { apiUrl, projectId: project.id, onCompleted: progress.advance };
  const { runs, seconds } = await runAgents(agents, job, interruption.signal).finally(progress.stop);
  printFailures(runs);

  const tasks = await readAllTasks(request, team, project.id);
  const agentsAfter = await readAgents(request, agents);
  const findings = prove({ imported, runs, tasks, agents: agentsAfter });

  printRuns(runs, agentsAfter);
  printFindings(findings);
  printSample(tasks);
  printTimes(runs, seconds, (performance.now() - startedAt) / 1000);
  if (webUrl) console.log(`  See them on the board: ${styleText('underline', webUrl)}\n`);
  return findings.every(({ holds }) => holds) && runs.every(({ report }) => !report.failure);
}

function localMinute(date: Date): string {
  return date.toLocaleString('sv-SE', { dateStyle: 'short', timeStyle: 'short' });
}

function explain(error: unknown): number {
  if (interruption.signal.aborted && !(error instanceof CannotLeave)) {
    console.error('\n  Interrupted.');
    return EXIT_INTERRUPTED;
  }
  const known = [CannotStart, CannotLeave, NoAnswer, Refused].some((kind) => error instanceof kind);
  console.error(known ? `  ${(error as Error).message}` : error);
  return 1;
}
