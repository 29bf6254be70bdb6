import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { EmptyState } from './empty-state.tsx';

interface NothingMatchesProps {
  icon: ReactNode;
  onClear: () => void;
  children: ReactNode;
}

/** What stands in the place of a list of which its filters leave nothing. */
export function NothingMatches({ icon, onClear, children }: NothingMatchesProps) {
  const clear = (
    <Button onClick={onClear} size="xs" variant="default">
      Clear the filters
    </Button>
  );
  return (
    <EmptyState action={clear} icon={icon} title="Nothing matches these filters">
      {children}
    </EmptyState>
  );
}
