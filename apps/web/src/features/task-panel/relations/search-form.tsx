'use client';

import type { BoardTask } from '@crewboard/contracts';
import { Button } from '@mantine/core';
import type { KeyboardEvent, ReactNode } from 'react';
import { TaskSearch } from '#domain/board/search/task-search.tsx';
import styles from './related-tasks.module.css';

interface SearchFormProps {
  label: string;
  searchLabel: string;
  /** Tasks that are no choice. */
  excludedIds: ReadonlySet<string>;
  onChoose: (task: BoardTask) => void;
  onClose: () => void;
  /** Above the field. */
  children?: ReactNode;
}

/** Finds tasks for a property, one after another: the field keeps the focus. */
export function SearchForm({ label, searchLabel, children, onClose, ...search }: SearchFormProps) {
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    event.stopPropagation();
    onClose();
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has borders and a layout of its own
    <div aria-label={label} className={styles.form} onKeyDown={onKeyDown} role="group">
      {children}
      <div className={styles.search}>
        {/* The button that showed the form had the focus. */}
        <TaskSearch {...search} autoFocus label={searchLabel} />
        <Button color="gray" onClick={onClose} size="compact-xs" variant="subtle">
          Done
        </Button>
      </div>
    </div>
  );
}
