import { accountsRouter } from '../features/accounts/accounts.router.ts';
import { agentsRouter } from '../features/agents/agents.router.ts';
import { apiKeysRouter } from '../features/api-keys/api-keys.router.ts';
import { boardRouter } from '../features/board/board.router.ts';
import { commentsRouter } from '../features/comments/comments.router.ts';
import { eventsRouter } from '../features/events/events.router.ts';
import { membersRouter } from '../features/members/members.router.ts';
import { projectsRouter } from '../features/projects/projects.router.ts';
import { systemRouter } from '../features/system/system.router.ts';
import { tasksRouter } from '../features/tasks/tasks.router.ts';
import { teamsRouter } from '../features/teams/teams.router.ts';
import { webhooksRouter } from '../features/webhooks/webhooks.router.ts';
import { router } from './init.ts';

export const appRouter = router({
  tasks: tasksRouter,
  agents: agentsRouter,
  projects: projectsRouter,
  teams: teamsRouter,
  accounts: accountsRouter,
  members: membersRouter,
  apiKeys: apiKeysRouter,
  board: boardRouter,
  comments: commentsRouter,
  events: eventsRouter,
  webhooks: webhooksRouter,
  system: systemRouter,
});

export type AppRouter = typeof appRouter;
