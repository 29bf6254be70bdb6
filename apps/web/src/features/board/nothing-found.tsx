'use client';

import { isWordStartSearch } from '@crewboard/contracts';
import { Button } from '@mantine/core';
import { EmptyState } from '../../components/empty-state.tsx';
import { useBoardLocation } from '../../domain/board/use-board-location.ts';

export function NothingFound() {
  const { choice, choose } = useBoardLocation();
  return (
    <EmptyState
      action={
        <Button onClick={() => choose({})} variant="default">
          Clear the filters
        </Button>
      }
      title="No task matches these filters"
    >
      {choice.search &&
        isWordStartSearch(choice.search) &&
        'Two letters find words that begin with them. Type one more to search everywhere.'}
    </EmptyState>
  );
}
