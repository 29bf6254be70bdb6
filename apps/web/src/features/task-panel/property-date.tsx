'use client';

import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import styles from './task-properties.module.css';

interface PropertyDateProps {
  label: string;
  /** A day such as 2027-01-31. */
  value: string | null;
  canEdit: boolean;
  /** The value for people who may not change it. */
  children: ReactNode;
  onChange: (value: string | null) => void;
}

/** A day that people type or choose. It is saved when they pause or leave the field: each digit makes a valid date. */
export function PropertyDate({ label, value, canEdit, children, onChange }: PropertyDateProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const save = useDebouncedCallback(
    (next: string) => {
      setDraft(null);
      if (next !== (value ?? '')) onChange(next || null);
    },
    { delay: 1_000, flushOnUnmount: true },
  );
  return (
    <>
      <dt>{label}</dt>
      <dd>
        {canEdit ? (
          <TextInput
            aria-label={label}
            className={styles.select}
            classNames={{ input: styles.field }}
            max="9999-12-31"
            min="1900-01-01"
            onBlur={({ currentTarget: input }) => {
              // What is no date within the bounds is not saved: the field shows what is.
              if (!input.validity.valid) setDraft(null);
              save.flush();
            }}
            onChange={({ currentTarget: input }) => {
              setDraft(input.value);
              if (input.validity.valid) save(input.value);
              else save.cancel();
            }}
            onKeyDown={({ key }) => key === 'Enter' && save.flush()}
            size="xs"
            type="date"
            value={draft ?? value ?? ''}
          />
        ) : (
          children
        )}
      </dd>
    </>
  );
}
