import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { NewAgent } from './resources.ts';
import type { FromWorker, ToWorker, WorkerReport } from './worker-messages.ts';

export interface AgentRun {
  agent: NewAgent;
  report: WorkerReport;
}

export interface Job {
  apiUrl: string;
  projectId: string;
  onCompleted: () => void;
}

/** Runs one process per agent. `seconds` is from their common start to the exit of the last one. */
export async function runAgents(
  agents: NewAgent[],
  job: Job,
  interruption: AbortSignal,
): Promise<{ runs: AgentRun[]; seconds: number }> {
  const workers = agents.map((agent) => startWorker(agent, job));
  const stopAll = () => {
    for (const { child } of workers) child.kill();
  };
  interruption.addEventListener('abort', stopAll);

  await Promise.all(workers.map((worker) => worker.ready));
  const startedAt = performance.now();
  for (const { child } of workers) if (child.connected) child.send('go' satisfies ToWorker);
  const reports = await Promise.all(workers.map((worker) => worker.ended));
  const seconds = (performance.now() - startedAt) / 1000;

  interruption.removeEventListener('abort', stopAll);
  interruption.throwIfAborted();
  return { runs: workers.map(({ agent }, i) => ({ agent, report: reports[i] ?? emptyReport('') })), seconds };
}

function startWorker(agent: NewAgent, job: Job) {
  // The token goes through the environment: every user of the machine can read arguments.
  const { CREWBOARD_KEY: _, ...inherited } = process.env;
  const child = fork(join(import.meta.dirname, 'worker.ts'), [], {
    env: {
      ...inherited,
      CREWBOARD_URL: job.apiUrl,
      CREWBOARD_TOKEN: agent.token,
      CREWBOARD_PROJECT: job.projectId,
    },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const { promise: ready, resolve: resolveReady } = Promise.withResolvers<void>();
  const { promise: ended, resolve: resolveEnded } = Promise.withResolvers<WorkerReport>();
  let report: WorkerReport | null = null;
  child.on('message', (message: FromWorker) => {
    if (message.kind === 'ready') resolveReady();
    if (message.kind === 'completed') job.onCompleted();
    if (message.kind === 'ended') report = message.report;
  });
  const stderrTail = readStderr(child);
  child.on('close', (code, signal) => {
    resolveReady();
    resolveEnded(
      report ?? emptyReport(`ended without a report (${signal ?? `exit code ${code}`}). ${stderrTail()}`),
    );
  });
  return { agent, child, ready, ended };
}

function readStderr(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    text = (text + chunk).slice(-1000);
  });
  return () => text.trim();
}

const emptyReport = (failure: string): WorkerReport => ({
  claimed: [],
  completed: [],
  lostRaces: 0,
  failure,
});
