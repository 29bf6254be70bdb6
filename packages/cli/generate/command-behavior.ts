import type { RestOperationId } from '@crewboard/contracts';

// How single commands differ from merely passing on their flags.

/** Fields that may have several lines, so that commands also read them from files and standard input. */
export const longTexts: readonly string[] = ['description', 'instructions', 'result', 'reason', 'body'];

/**
 * For flags that are absent; the value `none` omits them. A lease of two hours: a person who claims a task in a terminal
 * sends no heartbeats, and may walk away.
 */
export const defaultValues: Readonly<Record<string, number>> = { leaseSeconds: 7_200 };

/** Commands that use the default project. An update is not among them: it would move the task there. */
export const usesDefaultProject: readonly string[] = [
  'tasks.list',
  'tasks.create',
  'tasks.claimNext',
] satisfies RestOperationId[];

/** Commands that first extend the lease of the task. The other commands about a task begin, extend or end its claim. */
export const extendsLease: readonly string[] = [
  'tasks.get',
  'tasks.update',
  'tasks.attempts',
  'comments.list',
  'comments.create',
  'events.listForTask',
] satisfies RestOperationId[];
