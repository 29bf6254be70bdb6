'use client';

import type { BoardTask } from '@crewboard/contracts';
import { Button, SegmentedControl } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import type { Direction } from '#domain/board/dependencies.ts';
import { TaskSearch } from '#domain/board/task-search.tsx';
import styles from './task-dependencies.module.css';

const directions: { value: Direction; label: string; search: string }[] = [
  { value: 'blockers', label: 'Waits for', search: 'Search for a task that this one waits for' },
  { value: 'dependants', label: 'Blocks', search: 'Search for a task that this one blocks' },
];

interface DependencyFormProps {
  /** Tasks that are no choice. */
  excludedIds: ReadonlySet<string>;
  onAdd: (direction: Direction, task: BoardTask) => void;
  onClose: () => void;
}

/** Adds dependencies, one after another: the field keeps the focus. */
export function DependencyForm({ excludedIds, onAdd, onClose }: DependencyFormProps) {
  const [direction, setDirection] = useState<Direction>('blockers');
  const chosen = directions.find(({ value }) => value === direction);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose();
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has borders and a layout of its own
    <div aria-label="Add a dependency" className={styles.form} onKeyDown={onKeyDown} role="group">
      <SegmentedControl
        aria-label="Direction"
        data={directions.map(({ value, label }) => ({ value, label }))}
        onChange={(value) => setDirection(value as Direction)}
        size="xs"
        value={direction}
      />
      <div className={styles.search}>
        <TaskSearch
          // The button that showed the form had the focus.
          autoFocus
          excludedIds={excludedIds}
          label={chosen?.search ?? ''}
          onChoose={(task) => onAdd(direction, task)}
        />
        <Button color="gray" onClick={onClose} size="compact-xs" variant="subtle">
          Done
        </Button>
      </div>
    </div>
  );
}
