'use client';

import { type BoardTask, taskStatuses } from '@crewboard/contracts';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { parseSearch } from '../../domain/board/board-filters.ts';
import { useTeam } from '../../domain/team/team.tsx';
import { useTRPC } from '../../lib/trpc/client.ts';

const PER_STATUS = 4;
const PAUSE_MS = 150;

/** The newest tasks of every status with the words in them, what is open first. */
export function useFoundTasks(words: string): BoardTask[] {
  const trpc = useTRPC();
  const team = useTeam();
  const [settled] = useDebouncedValue(parseSearch(words), PAUSE_MS);
  const isAsked = settled !== undefined && parseSearch(words) !== undefined;

  return useQueries({
    queries: taskStatuses.map((status) =>
      trpc.board.column.queryOptions(
        { teamId: team.id, status, search: settled, limit: PER_STATUS },
        { enabled: isAsked, placeholderData: keepPreviousData },
      ),
    ),
    combine: (columns) => (isAsked ? columns.flatMap(({ data }) => data?.tasks ?? []) : []),
  });
}
