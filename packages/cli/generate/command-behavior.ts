import type { RestOperationId } from '@crewboard/contracts';

// What commands do beside passing on their flags.

/** Fields that may have several lines: commands read them from files and standard input as well. */
export const longTexts: readonly string[] = ['description', 'instructions', 'result', 'reason', 'body'];

/** Two hours: who claims a task in a terminal sends no heartbeats, and may leave it. */
export const defaultValues: Readonly<Record<string, number>> = { leaseSeconds: 7_200 };

/** Their project is the default one. An update would move the task there. */
export const usesDefaultProject: readonly string[] = [
  'tasks.list',
  'tasks.create',
  'tasks.claimNext',
] satisfies RestOperationId[];

/** The others that name a task begin, extend or end its claim. */
export const extendsLease: readonly string[] = [
  'tasks.get',
  'tasks.update',
  'tasks.attempts',
  'comments.list',
  'comments.create',
  'events.listForTask',
] satisfies RestOperationId[];
