'use client';

import { isWordStartSearch } from '@crewboard/contracts';
import { Button } from '@mantine/core';
import { EmptyState } from '#components/notices/empty-state.tsx';
import { useBoardLocation } from '#domain/board/use-board-location.ts';
import { useAccountId } from '#domain/drafts/account-id.tsx';

/** The board under filters that no task matches. */
export function NothingFound() {
  const { filters, setFilters } = useBoardLocation();
  const personId = useAccountId();
  if (filters.memberId === personId && Object.keys(filters).length === 1) {
    return (
      <EmptyState
        action={
          <Button onClick={() => setFilters(null)} variant="default">
            Show all tasks
          </Button>
        }
        title="No tasks of yours"
      >
        To take a task that nobody has, drag its card to In progress, or press I on it.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      action={
        <Button onClick={() => setFilters(null)} variant="default">
          Clear the filters
        </Button>
      }
      title="No task matches these filters"
    >
      {filters.search &&
        isWordStartSearch(filters.search) &&
        'Two letters find words that begin with them; three search everywhere.'}
    </EmptyState>
  );
}
