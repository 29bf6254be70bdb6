'use client';

import type { TaskStatus } from '@crewboard/contracts';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { tasksOf } from '../../domain/board/board-cache.ts';
import type { BoardChoice } from '../../domain/board/board-filter.ts';
import { columnOptions } from '../../domain/board/board-queries.ts';
import { useTeam } from '../../domain/team/team.tsx';
import { useTRPC } from '../../lib/trpc/client.ts';

export function useColumn(status: TaskStatus, choice: BoardChoice) {
  const trpc = useTRPC();
  const { id: teamId } = useTeam();
  const query = useInfiniteQuery({
    ...columnOptions(trpc, { teamId, ...choice }, status),
    placeholderData: keepPreviousData,
  });
  const tasks = useMemo(() => tasksOf(query.data), [query.data]);
  return { ...query, tasks };
}
