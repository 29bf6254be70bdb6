import type { CallOptions, Page } from './call-options.ts';
import { maxTaskIds, maxWaitSeconds } from './generated/bounds.ts';
import type { ListedTask, ListTasksInput } from './generated/types.ts';

export interface WaitForTasksOptions extends Pick<CallOptions, 'signal' | 'maxRetries' | 'onRetry'> {
  /** Whether to wait for `all` (the default) or `any` of the tasks. */
  waitFor?: 'all' | 'any';
  /** How long to wait. After it, the tasks are returned as they are then. When absent, until they have ended. */
  timeoutMs?: number;
}

/**
 * Whether a task has ended for callers who wait for it: it is done, cancelled or archived, or a person has to act for
 * another reason than a pause. The task must have been read with `include=next`.
 */
export const hasEnded = ({ next }: Pick<ListedTask, 'next'>): boolean =>
  next === null || (next?.actor === 'person' && next.reason !== 'paused');

type List = (input: ListTasksInput, options: CallOptions) => Promise<Page<ListedTask>>;

/** Waits as `Crewboard.waitForTasks` says. Throws a TypeError for `any` of more than 100 tasks. */
export async function waitForTasks(
  list: List,
  ids: readonly string[],
  { waitFor = 'all', timeoutMs = Number.POSITIVE_INFINITY, ...options }: WaitForTasksOptions,
): Promise<ListedTask[]> {
  if (waitFor === 'any' && ids.length > maxTaskIds)
    throw new TypeError(`Of more than ${maxTaskIds} tasks \`waitFor\` cannot be \`any\`.`);
  const end = performance.now() + timeoutMs;
  const wanted = [...new Set(ids)];
  const tasks: ListedTask[] = [];
  // One request can name 100 tasks. Waiting for one part after the other waits for all.
  for (let start = 0; start < wanted.length; start += maxTaskIds) {
    const part = wanted.slice(start, start + maxTaskIds);
    tasks.push(...(await waitForPart(list, part, { waitFor, end, options })));
  }
  return tasks;
}

type Part = { waitFor: 'all' | 'any'; end: number; options: CallOptions };

async function waitForPart(
  list: List,
  ids: string[],
  { waitFor, end, options }: Part,
): Promise<ListedTask[]> {
  for (;;) {
    const secondsLeft = Math.max(0, Math.ceil((end - performance.now()) / 1_000));
    const wait = Math.min(secondsLeft, maxWaitSeconds);
    const page = await list({ ids, waitFor, wait, include: 'next' }, options);
    const tasks: ListedTask[] = [...page];
    for (let cursor = page.nextCursor; cursor !== null; ) {
      const next = await list({ ids, cursor, include: 'next' }, options);
      tasks.push(...next);
      cursor = next.nextCursor;
    }
    const haveEnded = waitFor === 'all' ? tasks.every(hasEnded) : tasks.some(hasEnded);
    // The service also counts tasks as ended that wait for another task on which a person has to act. Only it knows
    // these.
    if (haveEnded || page.isWaitOver || wait === 0 || performance.now() >= end) return tasks;
  }
}
