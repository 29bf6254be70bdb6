import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { NewAgent } from './resources.ts';
import type { FromWorker, ToWorker } from './worker-messages.ts';

/** At this claim the last agent is killed, to show that another agent takes over. */
const KILLED_AT_CLAIM = 5;

export interface AgentRun {
  agent: NewAgent;
  report: WorkerReport;
}

interface WorkerReport {
  /** Ids of the tasks, in the order of the successful claims and completions. */
  claimed: string[];
  completed: string[];
  /** Requests for tasks. */
  requests: number;
  /** The task that the agent held when it was killed on purpose; null for all others. */
  killedWith: string | null;
  /** The error that ended the worker; null when it worked until the end. */
  failure: string | null;
}

interface Job {
  apiUrl: string;
  projectId: string;
  /** How many tasks there are to complete. */
  taskCount: number;
  onCompleted: () => void;
  onKilled: (agent: NewAgent, taskId: string) => void;
}

/**
 * Runs a process for each agent until all tasks are completed, and kills one process while it holds a task. `seconds` is the
 * time until all other tasks were completed: the last one has to wait for the end of its lease.
 */
export async function runAgents(
  agents: NewAgent[],
  job: Job,
  interruption: AbortSignal,
): Promise<{ runs: AgentRun[]; seconds: number }> {
  let completed = 0;
  let seconds = 0;
  const onCompleted = () => {
    job.onCompleted();
    completed += 1;
    if (completed === job.taskCount - 1) seconds = (performance.now() - startedAt) / 1000;
    if (completed === job.taskCount) for (const worker of workers) worker.send('stop');
  };
  const workers = agents.map((agent, index) =>
    startWorker(agent, { ...job, onCompleted }, index === agents.length - 1),
  );
  const stopAll = () => {
    for (const { child } of workers) child.kill();
  };
  interruption.addEventListener('abort', stopAll);

  await Promise.all(workers.map((worker) => worker.ready));
  const startedAt = performance.now();
  for (const worker of workers) worker.send('go');
  await Promise.all(workers.map((worker) => worker.ended));

  interruption.removeEventListener('abort', stopAll);
  interruption.throwIfAborted();
  return { runs: workers.map(({ agent, report }) => ({ agent, report })), seconds };
}

function startWorker(agent: NewAgent, job: Job, isKilled: boolean) {
  // The token goes through the environment: every user of the machine can read arguments.
  const { CREWBOARD_KEY: _, ...inherited } = process.env;
  const child = fork(join(import.meta.dirname, 'worker.ts'), [], {
    env: {
      ...inherited,
      CREWBOARD_URL: job.apiUrl,
      CREWBOARD_TOKEN: agent.token,
      CREWBOARD_PROJECT: job.projectId,
      ...(isKilled && { STALL_AT_CLAIM: String(KILLED_AT_CLAIM) }),
    },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const { promise: ready, resolve: resolveReady } = Promise.withResolvers<void>();
  const { promise: ended, resolve: resolveEnded } = Promise.withResolvers<void>();
  const report: WorkerReport = { claimed: [], completed: [], requests: 0, killedWith: null, failure: null };
  let hasEnded = false;
  child.on('message', (message: FromWorker) => {
    switch (message.kind) {
      case 'ready':
        return resolveReady();
      case 'claimed':
        return void report.claimed.push(message.taskId);
      case 'completed':
        report.completed.push(message.taskId);
        return job.onCompleted();
      case 'stalled':
        report.killedWith = report.claimed.at(-1) ?? '';
        // It cannot report its requests any more: it sent one for each task.
        report.requests = report.claimed.length;
        child.kill('SIGKILL');
        return job.onKilled(agent, report.killedWith);
      case 'ended':
        hasEnded = true;
        report.requests = message.requests;
        report.failure = message.failure;
    }
  });
  const stderrTail = readStderr(child);
  child.on('close', (code, signal) => {
    resolveReady();
    if (!hasEnded && report.killedWith === null) {
      report.failure = `ended without a report (${signal ?? `exit code ${code}`}). ${stderrTail()}`;
    }
    resolveEnded();
  });
  const send = (message: ToWorker) => {
    if (child.connected) child.send(message);
  };
  return { agent, child, report, ready, ended, send };
}

function readStderr(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    text = (text + chunk).slice(-1000);
  });
  return () => text.trim();
}
