import { accounts } from './accounts.ts';
import { agents } from './agents.ts';
import { apiKeys } from './api-keys.ts';
import { attention } from './attention.ts';
import { board } from './board.ts';
import { comments } from './comments.ts';
import { events } from './events.ts';
import { invitations } from './invitations.ts';
import { members } from './members.ts';
import { projects } from './projects.ts';
import { system } from './system.ts';
import { tasks } from './tasks.ts';
import { teams } from './teams.ts';
import { webhooks } from './webhooks.ts';

/**
 * Every operation of the service, by area. Transports, documentation, clients and test matrices are made from this
 * object.
 */
export const operations = {
  tasks,
  agents,
  projects,
  teams,
  accounts,
  members,
  invitations,
  apiKeys,
  board,
  attention,
  comments,
  events,
  webhooks,
  system,
};
