'use client';

import { Checkbox, TextInput } from '@mantine/core';
import type { AttemptLimit } from './attempt-limit.ts';
import styles from './attempt-limit-field.module.css';

interface AttemptLimitFieldProps {
  value: AttemptLimit;
  problem: string | null;
  onChange: (value: AttemptLimit) => void;
}

/** How many attempts of a task may fail, or end with their lease, in a row: a number, or no limit. */
export function AttemptLimitField({ value, problem, onChange }: AttemptLimitFieldProps) {
  return (
    <div className={styles.field}>
      <TextInput
        autoComplete="off"
        classNames={{ wrapper: styles.number }}
        description="After this many attempts in a row that failed, or whose lease expired, a task needs attention: no agent gets it until a person releases it."
        disabled={value.isUnlimited}
        error={problem}
        inputMode="numeric"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        label="Unfinished attempts"
        onChange={({ currentTarget }) => onChange({ ...value, text: currentTarget.value })}
        value={value.text}
      />
      <Checkbox
        checked={value.isUnlimited}
        className={styles.unlimited}
        label="No limit"
        onChange={({ currentTarget }) => onChange({ ...value, isUnlimited: currentTarget.checked })}
        size="xs"
      />
    </div>
  );
}
