import type { ComboboxData } from '@mantine/core';
import styles from './filter-select.module.css';
import { SearchSelect } from './search-select.tsx';

export interface FilterSelectProps {
  label: string;
  /** The placeholder while nothing is selected. */
  all: string;
  data: ComboboxData;
  value?: string;
  /** Null once it is cleared. */
  onChange: (value: string | null) => void;
  searchable?: boolean;
}

interface FilterSelectControlProps extends FilterSelectProps {
  autoFocus?: boolean;
  isOpened: boolean;
}

/** The select of `FilterSelect`, which loads it lazily. */
export function FilterSelectControl({ label, all, isOpened, value, ...props }: FilterSelectControlProps) {
  return (
    <SearchSelect
      aria-label={label}
      className={styles.select}
      clearable
      clearButtonProps={{ 'aria-label': `Clear: ${label}` }}
      comboboxProps={{ width: 240, position: 'bottom-start' }}
      data-chosen={value ? true : undefined}
      defaultDropdownOpened={isOpened}
      maxDropdownHeight={360}
      placeholder={all}
      size="xs"
      value={value ?? null}
      {...props}
    />
  );
}
