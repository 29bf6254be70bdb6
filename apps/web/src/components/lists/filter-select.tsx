import { ComboboxChevron, getOptionsLockup, getParsedComboboxData, TextInput } from '@mantine/core';
import { lazyControl } from '#lib/lazy/lazy-control.ts';
import styles from './filter-select.module.css';
import type { FilterSelectProps } from './filter-select-control.tsx';

const useSelect = lazyControl(async () => (await import('./filter-select-control.tsx')).FilterSelectControl);

/** A filter in the header of a page. A text field replaces the select until its code is loaded. */
export function FilterSelect(props: FilterSelectProps) {
  const { Control, target, isOpened } = useSelect();
  if (Control) return <Control {...props} {...target} isOpened={isOpened} />;

  const { all, data, label, searchable, value } = props;
  const chosen = value && getOptionsLockup(getParsedComboboxData(data))[value];
  return (
    <TextInput
      aria-expanded={false}
      aria-haspopup="listbox"
      aria-label={label}
      className={styles.select}
      data-chosen={value ? true : undefined}
      placeholder={all}
      pointer={!searchable}
      readOnly
      rightSection={!value && <ComboboxChevron size="xs" />}
      rightSectionPointerEvents="none"
      size="xs"
      value={chosen ? chosen.label : ''}
      {...target}
    />
  );
}
