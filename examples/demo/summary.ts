import { styleText } from 'node:util';
import { type Arrivals, delayPercentile, firstArrivals } from './arrivals.ts';
import type { Finding } from './check-run.ts';
import type { Agent, Attempt, Task } from './resources.ts';
import type { AgentRun } from './run-agents.ts';

export function printRuns(runs: AgentRun[], agents: Agent[]): void {
  const rows = runs.map(({ agent, report }) => {
    const taskCount = agents.find(({ id }) => id === agent.id)?.taskCount ?? 0;
    return [report.claimed.length, report.completed.length, report.requests, taskCount] as const;
  });
  const totals = ([0, 1, 2, 3] as const).map((column) => rows.reduce((sum, row) => sum + row[column], 0));
  const rule = styleText('dim', `  ${'─'.repeat(76)}`);
  console.log(styleText('dim', `\n${columns('Agent', ['Claimed', 'Completed', 'Requests', 'By the API'])}`));
  console.log(rule);
  for (const [index, { agent }] of runs.entries()) console.log(columns(agent.name, rows[index] ?? []));
  console.log(rule);
  console.log(styleText('bold', columns(`All ${runs.length}`, totals)));
  console.log(
    styleText('dim', '  Requests: each completes a task and claims the next. By the API: its taskCount.\n'),
  );
}

function columns(name: string, cells: readonly (string | number)[]): string {
  return `  ${name.padEnd(24)}${cells.map((cell) => String(cell).padStart(13)).join('')}`;
}

/** Prints the attempts of the task whose agent was killed. */
export function printTakeover(task: Task, attempts: Attempt[], agents: Agent[]): void {
  const nameOf = (id: string) => agents.find((agent) => agent.id === id)?.name ?? id;
  console.log(styleText('bold', `\n  ${task.title}`));
  for (const { attempt, agentId, startedAt, endedAt, outcome } of attempts.toReversed()) {
    const seconds = endedAt ? ((Date.parse(endedAt) - Date.parse(startedAt)) / 1000).toFixed(1) : '?';
    const end = outcome === 'expired' ? 'killed; its lease ended' : (outcome ?? 'has it');
    console.log(`  Attempt ${attempt}: ${nameOf(agentId)}, ${end} after ${seconds} s`);
  }
}

export function printFailures(runs: AgentRun[]): void {
  for (const { agent, report } of runs) {
    if (report.failure) console.log(`  ${styleText('red', '✗')} ${agent.name} stopped: ${report.failure}`);
  }
}

export function printFindings(findings: Finding[]): void {
  console.log(styleText('bold', '  Read back from the API'));
  for (const { isTrue, text } of findings) {
    console.log(`  ${isTrue ? styleText('green', '✓') : styleText('red', '✗')} ${text}`);
  }
}

export function printSample(tasks: Task[]): void {
  const sample = tasks.find(({ title }) => title.includes('Europe/Zurich')) ?? tasks[0];
  if (!sample?.result) return;
  console.log(styleText('bold', `\n  ${sample.title}`));
  console.log(sample.result.replace(/^/gm, '  '));
}

export function printArrivals(arrivals: Arrivals): void {
  const first = firstArrivals(arrivals);
  const repeated = arrivals.deliveries.length - first.length;
  console.log(styleText('bold', '\n  Told by webhook'));
  console.log(
    `  ${first.length} arrived, ${repeated} more than once, ${arrivals.rejected} with a wrong signature.`,
  );
  if (first.length === 0) return;
  const [median, p95] = [delayPercentile(first, 0.5), delayPercentile(first, 0.95)];
  console.log(`  From the completion to the arrival: median ${median} ms, p95 ${p95} ms.`);
}

export function printTimes(runs: AgentRun[], seconds: number, total: number): void {
  const claims = runs.reduce((sum, { report }) => sum + report.claimed.length, 0);
  const rate = styleText('bold', `${Math.round(claims / seconds)} claims per second`);
  console.log(`\n  ${rate}: ${claims} in ${seconds.toFixed(1)} s by ${runs.length} processes.`);
  console.log(`  From the first request to the findings: ${total.toFixed(1)} s.\n`);
}
