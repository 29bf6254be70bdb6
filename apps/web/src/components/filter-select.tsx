'use client';

import { type ComboboxData, Select } from '@mantine/core';
import styles from './filter-select.module.css';

interface FilterSelectProps {
  label: string;
  /** The placeholder while nothing is selected. */
  all: string;
  data: ComboboxData;
  value?: string;
  /** Null once it is cleared. */
  onChange: (value: string | null) => void;
  searchable?: boolean;
}

/** One filter in the header of a page. */
export function FilterSelect({ label, all, data, value, onChange, searchable }: FilterSelectProps) {
  return (
    <Select
      aria-label={label}
      className={styles.select}
      clearable
      clearButtonProps={{ 'aria-label': `Clear: ${label}` }}
      comboboxProps={{ width: 240, position: 'bottom-start' }}
      data={data}
      data-chosen={value ? true : undefined}
      maxDropdownHeight={360}
      nothingFoundMessage="Nothing found"
      onChange={onChange}
      placeholder={all}
      searchable={searchable}
      size="xs"
      value={value ?? null}
    />
  );
}
