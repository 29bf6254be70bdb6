import { searchBounds } from '@crewboard/contracts';
import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { isSearchTooLong, parseSearch } from '../board-filters.ts';
import styles from './search-field.module.css';

const DEBOUNCE_MS = 200;

interface SearchFieldProps {
  label?: string;
  value: string;
  onChange: (text: string) => void;
}

/** A search field for the URL: searches while the person types, and shows the search that the back button restores. */
export function SearchField({ label = 'Search tasks', value, onChange }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  const search = useDebouncedCallback(onChange, DEBOUNCE_MS);

  if (value !== lastValue) {
    setLastValue(value);
    // Keep a text that is too short to search for: its search is empty as well.
    if (value !== (parseSearch(text) ?? '')) setText(value);
  }

  function change(next: string) {
    setText(next);
    search(next);
  }

  return (
    <TextInput
      aria-label={label}
      className={styles.search}
      classNames={{ wrapper: styles.searchInput, error: styles.searchError }}
      error={isSearchTooLong(text) && `Only the first ${searchBounds.max} characters are searched.`}
      leftSection={<IconSearch aria-hidden size={14} />}
      onChange={(event) => change(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && text && !event.nativeEvent.isComposing) change('');
      }}
      placeholder={label}
      size="xs"
      type="search"
      value={text}
    />
  );
}
