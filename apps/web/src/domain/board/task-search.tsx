'use client';

import type { BoardTask } from '@crewboard/contracts';
import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { StatusIcon } from '#components/task/status-icon.tsx';
import { assigneeName } from '#domain/events/assignee-names.ts';
import { useAssigneeNames } from '#domain/team/use-assignee-names.ts';
import { parseSearch } from './board-filters.ts';
import styles from './task-search.module.css';
import { useFoundTasks } from './use-found-tasks.ts';

interface TaskSearchProps {
  label: string;
  /** The label is shown, as in a form; otherwise screen readers alone get it. */
  showsLabel?: boolean;
  placeholder?: string;
  /** Tasks that are no choice. */
  excludedIds: ReadonlySet<string>;
  autoFocus?: boolean;
  onChoose: (task: BoardTask) => void;
}

/** A field that finds tasks. It keeps the focus, and is empty again after a choice. */
export function TaskSearch(props: TaskSearchProps) {
  const { label, showsLabel, placeholder = 'Search for a task…', excludedIds, autoFocus, onChoose } = props;
  const [query, setQuery] = useState('');
  const found = useFoundTasks(query);
  const tasks = found.tasks.filter(({ id }) => !excludedIds.has(id));
  const names = useAssigneeNames();
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const field = useRef<HTMLInputElement>(null);
  const isOpen = combobox.dropdownOpened && parseSearch(query) !== undefined;
  const firstId = isOpen ? tasks[0]?.id : undefined;

  // Enter takes the first one. The combobox knows only of options that were reached with arrows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when other tasks are found.
  useEffect(() => {
    const optionId = firstId === undefined ? null : combobox.selectFirstOption();
    if (optionId) field.current?.setAttribute('aria-activedescendant', optionId);
    else field.current?.removeAttribute('aria-activedescendant');
  }, [firstId, query]);

  function choose(id: string): void {
    const task = tasks.find((each) => each.id === id);
    setQuery('');
    combobox.closeDropdown();
    if (task) onChoose(task);
  }

  const onKeyDownCapture = useEnterOnceFound(found.isComplete, () => {
    if (firstId) choose(firstId);
  });

  return (
    <Combobox onOptionSubmit={choose} store={combobox}>
      <Combobox.Target withExpandedAttribute>
        <TextInput
          aria-label={showsLabel ? undefined : label}
          autoComplete="off"
          autoFocus={autoFocus}
          className={styles.search}
          label={showsLabel && label}
          leftSection={<IconSearch aria-hidden size={14} />}
          onBlur={() => combobox.closeDropdown()}
          onKeyDownCapture={onKeyDownCapture}
          onChange={({ currentTarget }) => {
            setQuery(currentTarget.value);
            combobox.openDropdown();
          }}
          placeholder={placeholder}
          ref={field}
          size={showsLabel ? undefined : 'xs'}
          value={query}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!isOpen || (!found.isComplete && !found.hasFailed && tasks.length === 0)}>
        <Combobox.Options aria-label={label} className={styles.options}>
          {tasks.map(({ id, title, status, ...task }) => (
            <Combobox.Option className={styles.option} key={id} value={id}>
              <StatusIcon size={14} status={status} />
              <span className={styles.title} dir="auto">
                {title}
              </span>
              <span className={styles.assignee} dir="auto">
                {assigneeName(task, names)}
              </span>
            </Combobox.Option>
          ))}
          {found.hasFailed && <Combobox.Empty>The service cannot be reached. Try again.</Combobox.Empty>}
          {found.isComplete && !found.hasFailed && tasks.length === 0 && (
            <Combobox.Empty>No other task matches “{query.trim()}”.</Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

/**
 * Enter that is pressed while the tasks of an earlier query are shown takes the first one of this query once it is found,
 * unless one of those shown was chosen with the arrows.
 */
function useEnterOnceFound(isFound: boolean, takeFirst: () => void) {
  const isEnterPressed = useRef(false);
  const hasChosen = useRef(false);
  const take = useEffectEvent(takeFirst);

  useEffect(() => {
    if (!isFound || !isEnterPressed.current) return;
    isEnterPressed.current = false;
    take();
  }, [isFound]);

  return (event: KeyboardEvent) => {
    const isEnter = event.key === 'Enter' && !event.nativeEvent.isComposing;
    isEnterPressed.current = isEnter && !isFound && !hasChosen.current;
    if (!isEnter) hasChosen.current = event.key === 'ArrowDown' || event.key === 'ArrowUp';
    if (!isEnterPressed.current) return;
    // Neither takes an older one nor sends a form.
    event.preventDefault();
    event.stopPropagation();
  };
}
