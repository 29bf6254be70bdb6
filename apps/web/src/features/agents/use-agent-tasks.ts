'use client';

import type { TaskStatus } from '@crewboard/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTeam } from '../../lib/team.tsx';
import { useTRPC } from '../../lib/trpc/client.ts';
import { agentTasksOptions } from './agent-tasks-query.ts';

export function useAgentTasks(agentId: string, status: TaskStatus) {
  const trpc = useTRPC();
  const team = useTeam();
  return useInfiniteQuery(agentTasksOptions(trpc, { teamId: team.id, agentId, status }));
}
