import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { SearchSelect } from '#components/lists/search-select.tsx';
import { toGroups } from '#domain/team/assignee-options.ts';
import styles from './task-properties.module.css';

interface PropertyOption {
  value: string;
  label: string;
  icon?: ReactNode;
  /** The heading above the options of the same group. */
  group?: string;
}

interface PropertySelectProps {
  label: string;
  options: PropertyOption[];
  value: string;
  canEdit: boolean;
  onChange: (value: string) => void;
}

/** A property as a text, or as a select for people who may change it. */
export function PropertySelect({ label, options, value, canEdit, onChange }: PropertySelectProps) {
  const chosen = options.find((option) => option.value === value);
  return (
    <>
      <dt>{label}</dt>
      <dd>
        {canEdit ? (
          <SearchSelect
            allowDeselect={false}
            aria-label={label}
            className={styles.select}
            classNames={{ input: styles.field }}
            comboboxProps={{ width: 240, position: 'bottom-start' }}
            data={toGroups(options)}
            leftSection={chosen?.icon}
            // Aligns the icon with the text of properties without one.
            leftSectionWidth={36}
            maxDropdownHeight={320}
            onChange={(next) => next !== null && next !== value && onChange(next)}
            renderOption={({ option, checked }) => (
              <span className={styles.option}>
                {options.find((other) => other.value === option.value)?.icon}
                <span dir="auto">{option.label}</span>
                {checked && <IconCheck aria-hidden className={styles.check} size={14} />}
              </span>
            )}
            size="xs"
            value={value}
          />
        ) : (
          <>
            {chosen?.icon}
            <span dir="auto">{chosen?.label ?? 'Unknown'}</span>
          </>
        )}
      </dd>
    </>
  );
}
