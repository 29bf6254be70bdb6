'use client';

import { Select } from '@mantine/core';
import styles from './board-header.module.css';

interface ChoiceSelectProps {
  label: string;
  /** What is shown while nothing is chosen. */
  all: string;
  options: { value: string; label: string }[];
  value?: string;
  onChange: (value: string | undefined) => void;
}

/** One filter: nothing, or one of these. What the URL names and no longer exists is shown as unknown. */
export function ChoiceSelect({ label, all, options, value, onChange }: ChoiceSelectProps) {
  const isKnown = !value || options.some((option) => option.value === value);
  const data = isKnown ? options : [...options, { value, label: 'Unknown' }];
  return (
    <Select
      aria-label={label}
      className={styles.select}
      clearable
      clearButtonProps={{ 'aria-label': `Clear: ${label}` }}
      comboboxProps={{ width: 220, position: 'bottom-start' }}
      data={data}
      data-chosen={value ? true : undefined}
      maxDropdownHeight={320}
      nothingFoundMessage="Nothing found"
      onChange={(next) => onChange(next ?? undefined)}
      placeholder={all}
      searchable={options.length > 8}
      size="xs"
      value={value ?? null}
    />
  );
}
