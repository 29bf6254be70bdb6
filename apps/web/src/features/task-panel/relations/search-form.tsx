import type { BoardTask } from '@crewboard/contracts';
import type { ReactNode } from 'react';
import { TaskSearch } from '#domain/board/search/task-search.tsx';
import { closeOnEscape } from '../close-on-escape.ts';
import { SubtleButton } from '../subtle-button.tsx';
import styles from './related-tasks.module.css';

interface SearchFormProps {
  label: string;
  searchLabel: string;
  /** Tasks that cannot be chosen. */
  excludedIds: ReadonlySet<string>;
  onChoose: (task: BoardTask) => void;
  onClose: () => void;
  /** Above the field. */
  children?: ReactNode;
}

/** Searches for tasks and chooses them, one after another: the field keeps the focus. */
export function SearchForm({ label, searchLabel, children, onClose, ...search }: SearchFormProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has borders and a layout of its own
    <div aria-label={label} className={styles.form} onKeyDown={closeOnEscape(onClose)} role="group">
      {children}
      <div className={styles.search}>
        {/* The form has replaced the button that had the focus. */}
        <TaskSearch {...search} autoFocus label={searchLabel} />
        <SubtleButton onClick={onClose}>Done</SubtleButton>
      </div>
    </div>
  );
}
