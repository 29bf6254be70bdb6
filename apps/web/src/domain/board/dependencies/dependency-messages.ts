import { maxDependants, maxLevels } from '@crewboard/contracts';
import { isolate } from '#lib/text/isolate.ts';

// What is said of dependencies that stand in the way, and of tasks that cannot be nested.

/** As many tasks are named in a message: of a cycle, and of those for which one waits. */
export const maxInCycle = 5;
export const maxInBlocked = 2;

const quoted = (title: string) => `“${isolate(title)}”`;

/** Of a start. `titles` are the first of `count` tasks that are not done. */
export function blockedMessage(title: string, titles: readonly string[], count: number): string {
  const others = count - titles.length;
  const named = titles.map(quoted).join(others > 0 ? ', ' : ' and ');
  const all = others > 0 ? `${named} and ${others} more` : named;
  return `${quoted(title)} waits for ${all}. Agents can start it once ${count === 1 ? 'that is' : 'those are'} done.`;
}

/**
 * Why the first of a cycle cannot wait for the second: each waits for the next already, and the last for the first.
 * `titles` are the first of `count` tasks.
 */
export function cycleMessage(titles: readonly string[], count: number): string {
  const [waiting = '', blocker = '', ...others] = titles.map(quoted);
  const start = `${waiting} would wait for itself: ${blocker}`;
  if (count === 2) return `${start} already waits for ${waiting}.`;
  const left = count - titles.length;
  const end = left > 0 ? `, over ${left} more, for ${waiting}` : ` for ${waiting}`;
  const steps = others.map((title) => `waits for ${title}, which `).join('');
  return `${start} ${steps}waits${end}.`;
}

/** Of a task for which as many wait as possible. */
export const limitMessage = (title: string): string =>
  `${maxDependants} tasks wait for ${quoted(title)}, which is the maximum.`;

/** Why the first task cannot be a sub-task of the second: each is a sub-task of the next already, and the last of the first. */
export function ownSubTaskMessage(titles: readonly string[]): string {
  const [task = '', parent = '', ...above] = titles.map(quoted);
  const path = [...above, task].join(', which is a sub-task of ');
  return `${task} would be a sub-task of itself: ${parent} is a sub-task of ${path}.`;
}

/** Of a task that would be below the last level, or whose own sub-tasks would be. */
export const tooDeepMessage = (title: string, parentTitle: string): string =>
  `${quoted(title)} cannot be a sub-task of ${quoted(parentTitle)}: tasks nest ${maxLevels} levels deep.`;

/** Of a task that others change again and again. */
export const busyMessage = (title: string): string => `${quoted(title)} is being changed. Try again.`;
