'use client';

import { Button } from '@mantine/core';
import { EmptyState } from '../../components/empty-state.tsx';
import { useBoardLocation } from '../../lib/board/use-board-location.ts';

export function NothingFound() {
  const { choose } = useBoardLocation();
  return (
    <EmptyState
      action={
        <Button onClick={() => choose({})} variant="default">
          Clear the filters
        </Button>
      }
      title="No task matches these filters"
    />
  );
}
