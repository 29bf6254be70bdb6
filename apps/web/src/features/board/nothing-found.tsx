'use client';

import { isWordStartSearch } from '@crewboard/contracts';
import { Button } from '@mantine/core';
import { EmptyState } from '#components/notices/empty-state.tsx';
import { useAccountId } from '#domain/account/account-id.tsx';
import { useBoardLocation } from '#domain/board/use-board-location.ts';

/** Takes the place of the columns if no task matches the filters. */
export function NothingFound() {
  const { filters, setFilters } = useBoardLocation();
  const isMyTasks = filters.memberId === useAccountId() && Object.keys(filters).length === 1;
  const searchHint =
    filters.search &&
    isWordStartSearch(filters.search) &&
    'Two letters find words that begin with them; three search everywhere.';
  return (
    <EmptyState
      action={
        <Button onClick={() => setFilters(null)} variant="default">
          {isMyTasks ? 'Show all tasks' : 'Clear the filters'}
        </Button>
      }
      title={isMyTasks ? 'No tasks of yours' : 'No task matches these filters'}
    >
      {isMyTasks
        ? 'To take a task that nobody has, drag its card to In progress, or press I on it.'
        : searchHint}
    </EmptyState>
  );
}
