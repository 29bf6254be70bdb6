import { accounts } from './accounts.ts';
import { agents } from './agents.ts';
import { apiKeys } from './api-keys.ts';
import { board } from './board.ts';
import { comments } from './comments.ts';
import type { Operation, RestOperation } from './define-operations.ts';
import { events } from './events.ts';
import { members } from './members.ts';
import { projects } from './projects.ts';
import { system } from './system.ts';
import { tasks } from './tasks.ts';
import { teams } from './teams.ts';
import { webhooks } from './webhooks.ts';

export type { Operation, RestOperation, RestRoute, SuccessStatus } from './define-operations.ts';
export { errorsOf } from './errors-of.ts';

/** Every operation of the service, by area. Every transport, the documentation and the tests' matrices iterate over them. */
export const operations = {
  tasks,
  agents,
  projects,
  teams,
  accounts,
  members,
  apiKeys,
  board,
  comments,
  events,
  webhooks,
  system,
};

export const allOperations: readonly Operation[] = Object.values(operations).flatMap((area) =>
  Object.values<Operation>(area),
);

/** The operations that have a REST route. */
export const restOperations = allOperations.filter(
  (operation): operation is RestOperation => operation.rest !== undefined,
);
