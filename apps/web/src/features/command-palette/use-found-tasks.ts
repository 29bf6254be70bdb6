'use client';

import { type BoardTask, taskStatuses } from '@crewboard/contracts';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { parseSearch } from '../../domain/board/board-filters.ts';
import { useTeam } from '../../domain/team/team.tsx';
import { useTRPC } from '../../lib/trpc/client.ts';

const PER_STATUS = 4;
const PAUSE_MS = 150;

/** The newest tasks of every status that match the query, open ones first. */
export function useFoundTasks(query: string): BoardTask[] {
  const trpc = useTRPC();
  const team = useTeam();
  const [settled] = useDebouncedValue(parseSearch(query), PAUSE_MS);
  const isEnabled = settled !== undefined && parseSearch(query) !== undefined;

  return useQueries({
    queries: taskStatuses.map((status) =>
      trpc.board.column.queryOptions(
        { teamId: team.id, status, search: settled, limit: PER_STATUS },
        { enabled: isEnabled, placeholderData: keepPreviousData },
      ),
    ),
    combine: (columns) => (isEnabled ? columns.flatMap(({ data }) => data?.tasks ?? []) : []),
  });
}
