'use client';

import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import styles from './board-header.module.css';

const WAIT_MS = 200;

interface SearchFieldProps {
  value: string;
  onChange: (value: string) => void;
}

/** Answers while somebody types; what the back button brings is shown as well. */
export function SearchField({ value, onChange }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  const tell = useDebouncedCallback(onChange, WAIT_MS);

  if (value !== known) {
    setKnown(value);
    if (value !== text.trim()) setText(value);
  }

  function change(next: string) {
    setText(next);
    tell(next);
  }

  return (
    <TextInput
      aria-label="Search tasks"
      className={styles.search}
      leftSection={<IconSearch aria-hidden size={14} />}
      maxLength={200}
      onChange={(event) => change(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && text) change('');
      }}
      placeholder="Search tasks"
      size="xs"
      type="search"
      value={text}
    />
  );
}
