import type { BoardTask } from '@crewboard/contracts';
import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useAssigneeNames } from '#domain/team/use-assignee-names.ts';
import { parseSearch } from '../board-filters.ts';
import { FoundTask } from './found-task.tsx';
import styles from './task-search.module.css';
import { useEnterOnceFound } from './use-enter-once-found.ts';
import { useFoundTasks } from './use-found-tasks.ts';

interface TaskSearchProps {
  label: string;
  /** Shows the label, as in a form; otherwise only screen readers get it. */
  showsLabel?: boolean;
  placeholder?: string;
  /** Tasks that cannot be chosen. */
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
  const hasNothingYet = tasks.length === 0 && !found.isComplete && !found.hasFailed;
  const firstId = isOpen ? tasks[0]?.id : undefined;

  // Enter takes the first task. Mantine marks only options that a person reaches with arrows.
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

  const takeFirst = () => firstId && choose(firstId);
  const onKeyDownCapture = useEnterOnceFound(found.isComplete, takeFirst, useRef(false));

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
      <Combobox.Dropdown hidden={!isOpen || hasNothingYet}>
        <Combobox.Options aria-label={label} className={styles.options}>
          {tasks.map((task) => (
            <Combobox.Option className={styles.option} key={task.id} value={task.id}>
              <FoundTask names={names} task={task} />
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
