'use client';

import { NativeSelect, TextInput } from '@mantine/core';
import { checkStaleTime, type StaleTime, type StaleUnit, staleUnits } from './stale-time.ts';
import styles from './stale-time-field.module.css';

interface StaleTimeFieldProps {
  label: string;
  description: string;
  value: StaleTime;
  onChange: (value: StaleTime) => void;
}

/** After which time something is stale: a number, and its unit. */
export function StaleTimeField({ label, description, value, onChange }: StaleTimeFieldProps) {
  return (
    <div className={styles.field}>
      <TextInput
        autoComplete="off"
        classNames={{ wrapper: styles.number }}
        description={description}
        error={checkStaleTime(value)}
        inputMode="decimal"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        label={label}
        onChange={({ currentTarget }) => onChange({ ...value, text: currentTarget.value })}
        value={value.text}
      />
      <NativeSelect
        aria-label={`${label}: unit`}
        className={styles.unit}
        data={staleUnits}
        onChange={({ currentTarget }) => onChange({ ...value, unit: currentTarget.value as StaleUnit })}
        value={value.unit}
      />
    </div>
  );
}
