import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { EmptyState } from '../notices/empty-state.tsx';

interface NothingMatchesProps {
  icon: ReactNode;
  onClear: () => void;
  children: ReactNode;
}

/** The empty state of a list whose filters match nothing. */
export function NothingMatches({ icon, onClear, children }: NothingMatchesProps) {
  const clear = (
    <Button onClick={onClear} variant="default">
      Clear the filters
    </Button>
  );
  return (
    <EmptyState action={clear} icon={icon} title="Nothing matches these filters">
      {children}
    </EmptyState>
  );
}
