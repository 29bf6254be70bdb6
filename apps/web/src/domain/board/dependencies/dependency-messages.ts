import { maxDependants, maxLevels } from '@crewboard/contracts';
import { quote } from '#lib/text/isolate.ts';

// The messages about rejected changes of dependencies and sub-tasks.

/** How many tasks of a cycle, and how many open blockers, a message names. */
export const maxNamedInCycle = 5;
export const maxNamedBlockers = 2;

/** Why a task cannot be started. `titles` are the first of `count` tasks that are not done. */
export function blockedMessage(title: string, titles: readonly string[], count: number): string {
  const others = count - titles.length;
  const named = titles.map(quote).join(others > 0 ? ', ' : ' and ');
  const all = others > 0 ? `${named} and ${others} more` : named;
  return `${quote(title)} waits for ${all}. Agents can start it once ${count === 1 ? 'that is' : 'those are'} done.`;
}

/**
 * Why the first task of a cycle cannot wait for the second: each other task already waits for the next, and the last
 * one for the first. `titles` are the first of `count` tasks.
 */
export function cycleMessage(titles: readonly string[], count: number): string {
  const [waiting = '', blocker = '', ...others] = titles.map(quote);
  const start = `${waiting} would wait for itself: ${blocker}`;
  if (count === 2) return `${start} already waits for ${waiting}.`;
  const left = count - titles.length;
  const end = left > 0 ? `, over ${left} more, for ${waiting}` : ` for ${waiting}`;
  const steps = others.map((title) => `waits for ${title}, which `).join('');
  return `${start} ${steps}waits${end}.`;
}

/** Why no further task can wait for this one. */
export const limitMessage = (title: string): string =>
  `${maxDependants} tasks wait for ${quote(title)}, which is the maximum.`;

/**
 * Why the first task cannot be a sub-task of the second: each other task is already a sub-task of the next, and the
 * last one of the first.
 */
export function ownSubTaskMessage(titles: readonly string[]): string {
  const [task = '', parent = '', ...above] = titles.map(quote);
  const path = [...above, task].join(', which is a sub-task of ');
  return `${task} would be a sub-task of itself: ${parent} is a sub-task of ${path}.`;
}

/** Why a task cannot be a sub-task: it, or a sub-task of its own, would be below the last level. */
export const tooDeepMessage = (title: string, parentTitle: string): string =>
  `${quote(title)} cannot be a sub-task of ${quote(parentTitle)}: tasks nest ${maxLevels} levels deep.`;

/** Why an edit failed after all its attempts: others changed the task each time. */
export const busyMessage = (title: string): string => `${quote(title)} is being changed. Try again.`;
