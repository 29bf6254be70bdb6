'use client';

import type { TaskStatus } from '@crewboard/contracts';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { tasksOf } from '../../domain/board/board-cache.ts';
import type { BoardFilters } from '../../domain/board/board-filters.ts';
import { columnOptions } from '../../domain/board/board-queries.ts';
import { useTeam } from '../../domain/team/team.tsx';
import { useTRPC } from '../../lib/trpc/client.ts';

export function useColumn(status: TaskStatus, filters: BoardFilters) {
  const trpc = useTRPC();
  const { id: teamId } = useTeam();
  const query = useInfiniteQuery({
    ...columnOptions(trpc, { teamId, ...filters }, status),
    placeholderData: keepPreviousData,
  });
  const tasks = useMemo(() => tasksOf(query.data), [query.data]);
  return { ...query, tasks };
}
