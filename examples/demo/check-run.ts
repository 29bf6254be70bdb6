import { type Arrivals, firstArrivals } from './arrivals.ts';
import type { Agent, Task } from './resources.ts';
import type { AgentRun } from './run-agents.ts';

export interface RunData {
  /** The ids of the imported tasks. */
  imported: string[];
  /** The reports of the workers. */
  runs: AgentRun[];
  /** The tasks and agents after the run, from the API. */
  tasks: Task[];
  agents: Agent[];
  /** The deliveries at the receiver; null without a webhook. */
  arrivals: Arrivals | null;
}

export interface Finding {
  isTrue: boolean;
  text: string;
}

/** Compares the reports of the workers with the state in the API after the run. Returns what was checked, true or not. */
export function checkRun({ imported, runs, tasks, agents, arrivals }: RunData): Finding[] {
  const claimed = runs.flatMap((run) => run.report.claimed);
  const reportedCount = sum(runs.map((run) => run.report.completed.length));
  const taskCountSum = sum(agents.map((agent) => agent.taskCount));
  const done = tasks.filter((task) => task.status === 'done').length;
  const withResult = tasks.filter(hasMatchingResult).length;
  const completedOnce = tasks.filter((task) => isCompletedOnceByAssignee(task, runs)).length;
  const isSameForEach = runs.every(
    ({ agent, report }) => agents.find(({ id }) => id === agent.id)?.taskCount === report.completed.length,
  );
  const total = imported.length;
  const killed = runs.flatMap(({ report }) => report.killedWith ?? []);
  return [
    finding(isSameSet(ids(tasks), imported), `${tasks.length} tasks in the project, ${total} imported`),
    finding(done === total, `${done} of ${total} are done`),
    finding(withResult === total, `${withResult} of ${total} have a result for their own time zone`),
    finding(
      completedOnce === total,
      `${completedOnce} of ${total} were completed by exactly one agent, the assigned one`,
    ),
    finding(
      claimed.length === total + killed.length && isSameSet(withoutEach(claimed, killed), imported),
      `${claimed.length} claims succeeded, of ${new Set(claimed).size} distinct tasks${killed.length > 0 ? ': one twice, since its first agent was killed' : ''}`,
    ),
    finding(
      isSameForEach && reportedCount === total && taskCountSum === total,
      `sums match: workers ${reportedCount}, taskCount ${taskCountSum}, tasks ${total}`,
    ),
    ...(arrivals ? [checkArrivals(arrivals, runs)] : []),
  ];
}

/** A delivery may arrive more than once, which is no error. Two deliveries for one task are. */
function checkArrivals(arrivals: Arrivals, runs: AgentRun[]): Finding {
  const completed = runs.flatMap(({ report }) => report.completed);
  const arrived = firstArrivals(arrivals).map(({ taskId }) => taskId);
  const isTrue = isSameSet(arrived, completed) && arrivals.rejected === 0;
  const wrong = arrivals.rejected > 0 ? `, ${arrivals.rejected} with a wrong signature` : '';
  const text = `every completion arrived at the receiver: ${arrived.length} of ${completed.length}${wrong}`;
  return finding(isTrue, isTrue ? text : text.replace('every completion', 'not every completion'));
}

const finding = (isTrue: boolean, text: string): Finding => ({ isTrue, text });
const ids = (things: { id: string }[]) => things.map(({ id }) => id);
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

/** The list without one occurrence of each of the others. */
function withoutEach(list: string[], others: string[]): string[] {
  const rest = [...list];
  for (const other of others) if (rest.includes(other)) rest.splice(rest.indexOf(other), 1);
  return rest;
}

/** Whether both lists have the same ids, each exactly once. */
function isSameSet(left: string[], right: string[]): boolean {
  const members = new Set(left);
  return (
    left.length === right.length && members.size === right.length && right.every((id) => members.has(id))
  );
}

function hasMatchingResult({ description, result }: Task): boolean {
  if (!description || !result) return false;
  return JSON.parse(description).timeZone === JSON.parse(result).timeZone;
}

function isCompletedOnceByAssignee({ id, assignedAgentId }: Task, runs: AgentRun[]): boolean {
  const completions = runs.flatMap(({ agent, report }) =>
    report.completed.filter((completed) => completed === id).map(() => agent.id),
  );
  return completions.length === 1 && completions[0] === assignedAgentId;
}
