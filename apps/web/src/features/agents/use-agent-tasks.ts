'use client';

import type { TaskStatus } from '@crewboard/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { columnOptions } from '../../domain/board/board-queries.ts';
import { useTeam } from '../../domain/team/team.tsx';
import { useTRPC } from '../../lib/trpc/client.ts';

/** The tasks of an agent in one status: a column of the board, so events keep it current. */
export function useAgentTasks(agentId: string, status: TaskStatus) {
  const trpc = useTRPC();
  const team = useTeam();
  return useInfiniteQuery(columnOptions(trpc, { teamId: team.id, agentId }, status));
}
