'use client';

import { type Task, taskStatuses } from '@crewboard/contracts';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useTeam } from '../../lib/team.tsx';
import { useTRPC } from '../../lib/trpc/client.ts';

const PER_STATUS = 4;
const PAUSE_MS = 150;
const MAX_SEARCH = 200;

/** The newest tasks of every status with the words in their title, what is open first. */
export function useFoundTasks(words: string): Task[] {
  const trpc = useTRPC();
  const team = useTeam();
  const [settled] = useDebouncedValue(words.trim().slice(0, MAX_SEARCH), PAUSE_MS);
  const isAsked = settled.length > 0 && words.trim() !== '';

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
