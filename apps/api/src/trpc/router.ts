import { agentsRouter } from '../features/agents/agents.router.ts';
import { projectsRouter } from '../features/projects/projects.router.ts';
import { systemRouter } from '../features/system/system.router.ts';
import { tasksRouter } from '../features/tasks/tasks.router.ts';
import { teamsRouter } from '../features/teams/teams.router.ts';
import { router } from './init.ts';

export const appRouter = router({
  agents: agentsRouter,
  projects: projectsRouter,
  system: systemRouter,
  tasks: tasksRouter,
  teams: teamsRouter,
});

export type AppRouter = typeof appRouter;
