import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { dueDateBounds } from '#domain/board/due-date-bounds.ts';
import styles from './task-properties.module.css';

interface PropertyDateProps {
  label: string;
  /** A day such as 2027-01-31, or a local time such as 2027-01-31T09:30. */
  type?: 'date' | 'datetime-local';
  value: string | null;
  min?: string | undefined;
  max?: string | undefined;
  /** The error for a value that is outside of the bounds. Without it, the field shows the saved value again. */
  boundsMessage?: string;
  canEdit: boolean;
  /** Takes the place of an absent value. */
  emptyText: string;
  /** The value for people who may not change it. */
  children: ReactNode;
  onChange: (value: string | null) => void;
}

/**
 * A property that is a day or a time. It is saved when people pause for a second or leave the field, because a date may
 * be valid before it is typed to its end: 1 December before 12 December.
 */
export function PropertyDate({
  label,
  type = 'date',
  value,
  min = dueDateBounds.min,
  max = dueDateBounds.max,
  boundsMessage,
  canEdit,
  emptyText,
  children,
  onChange,
}: PropertyDateProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const [isOutside, setOutside] = useState(false);
  const save = useDebouncedCallback(
    (next: string) => {
      setDraft(null);
      if (next !== (value ?? '')) onChange(next || null);
    },
    { delay: 1_000, flushOnUnmount: true },
  );

  /** Saves at once. Replaces an invalid value with the saved one, unless an error explains it. */
  function saveNow({ validity }: HTMLInputElement) {
    const hasError = boundsMessage !== undefined && (validity.rangeUnderflow || validity.rangeOverflow);
    setOutside(hasError && draft !== null);
    if (!validity.valid && !hasError) setDraft(null);
    save.flush();
  }

  const shownValue = draft ?? value ?? '';
  return (
    <>
      <dt>{label}</dt>
      <dd>
        {canEdit ? (
          <TextInput
            aria-label={label}
            className={styles.select}
            classNames={{ input: styles.field, error: styles.error }}
            error={isOutside && boundsMessage}
            max={max}
            min={min}
            onBlur={({ currentTarget }) => saveNow(currentTarget)}
            onChange={({ currentTarget: input }) => {
              setDraft(input.value);
              setOutside(false);
              if (input.validity.valid) save(input.value);
              else save.cancel();
            }}
            onKeyDown={({ key, currentTarget }) => key === 'Enter' && saveNow(currentTarget)}
            size="xs"
            type={type}
            value={shownValue}
            wrapperProps={shownValue ? undefined : { 'data-empty': emptyText }}
          />
        ) : (
          (children ?? emptyText)
        )}
      </dd>
    </>
  );
}
