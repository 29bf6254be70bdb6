'use client';

import { isWordStartSearch } from '@crewboard/contracts';
import { Button } from '@mantine/core';
import { EmptyState } from '../../components/empty-state.tsx';
import { useBoardLocation } from '../../domain/board/use-board-location.ts';

export function NothingFound() {
  const { filters, setFilters } = useBoardLocation();
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
        'Two letters find words that begin with them. Type one more to search everywhere.'}
    </EmptyState>
  );
}
