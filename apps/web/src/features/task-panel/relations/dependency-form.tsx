import type { BoardTask } from '@crewboard/contracts';
import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import type { Direction } from '#domain/board/dependencies/dependencies.ts';
import { SearchForm } from './search-form.tsx';

const directions: { value: Direction; label: string; search: string }[] = [
  { value: 'blockers', label: 'Waits for', search: 'Search for a task that this one waits for' },
  { value: 'dependants', label: 'Blocks', search: 'Search for a task that this one blocks' },
];

interface DependencyFormProps {
  /** Tasks that cannot be chosen. */
  excludedIds: ReadonlySet<string>;
  onAdd: (direction: Direction, task: BoardTask) => void;
  onClose: () => void;
}

/** Adds dependencies, one after another: the field keeps the focus. */
export function DependencyForm({ excludedIds, onAdd, onClose }: DependencyFormProps) {
  const [direction, setDirection] = useState<Direction>('blockers');
  const chosen = directions.find(({ value }) => value === direction);

  return (
    <SearchForm
      excludedIds={excludedIds}
      label="Add a dependency"
      onChoose={(task) => onAdd(direction, task)}
      onClose={onClose}
      searchLabel={chosen?.search ?? ''}
    >
      <SegmentedControl
        aria-label="Direction"
        data={directions.map(({ value, label }) => ({ value, label }))}
        onChange={(value) => setDirection(value as Direction)}
        size="xs"
        value={direction}
      />
    </SearchForm>
  );
}
