import { Checkbox, NativeSelect, TextInput, type TextInputProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { type ShownStaleTime, type StaleUnit, staleUnits } from './setting-formats.ts';
import styles from './settings-fields.module.css';
import type { Setting, useProjectSettings } from './use-project-settings.ts';

/** The numbers of a project: its limit of attempts, and the times after which its tasks are archived or stale. */
export function SettingsFields({ settings }: { settings: ReturnType<typeof useProjectSettings> }) {
  const { attempts, archiveDays, workStaleTime, queueStaleTime } = settings;
  return (
    <>
      <NumberField
        description="After this many attempts in a row that failed, or whose lease expired, a task needs attention: no agent gets it until a person releases it."
        disabled={attempts.shown.isUnlimited}
        inputMode="numeric"
        label="Unfinished attempts"
        setting={attempts}
      >
        <Checkbox
          checked={attempts.shown.isUnlimited}
          className={styles.unlimited}
          label="No limit"
          onChange={({ currentTarget }) =>
            attempts.setShown({ ...attempts.shown, isUnlimited: currentTarget.checked })
          }
          size="xs"
        />
      </NumberField>
      <TextInput
        autoComplete="off"
        description="Done and cancelled tasks go to the archive after this many days. Empty: never."
        error={archiveDays.problem}
        inputMode="numeric"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        label="Archive after days"
        mt="md"
        onChange={({ currentTarget }) => archiveDays.setShown(currentTarget.value)}
        placeholder="Never"
        value={archiveDays.shown}
      />
      <StaleTimeField
        description="Without a sign of work for this time, a task that an agent holds without a lease, or has not started, is stale."
        label="Work is stale after"
        setting={workStaleTime}
      />
      <StaleTimeField
        description="A task that nobody has claimed from the queue for this time is stale."
        label="The queue is stale after"
        setting={queueStaleTime}
      />
    </>
  );
}

interface StaleTimeFieldProps {
  label: string;
  description: string;
  setting: Setting<ShownStaleTime>;
}

function StaleTimeField({ label, description, setting }: StaleTimeFieldProps) {
  return (
    <NumberField description={description} inputMode="decimal" label={label} setting={setting}>
      <NativeSelect
        aria-label={`${label}: unit`}
        className={styles.unit}
        data={staleUnits}
        onChange={({ currentTarget }) =>
          setting.setShown({ ...setting.shown, unit: currentTarget.value as StaleUnit })
        }
        value={setting.shown.unit}
      />
    </NumberField>
  );
}

interface NumberFieldProps<Shown> extends TextInputProps {
  setting: Setting<Shown>;
  /** Shown beside the number. */
  children: ReactNode;
}

function NumberField<Shown extends { text: string }>(props: NumberFieldProps<Shown>) {
  const { setting, children, ...input } = props;
  return (
    <div className={styles.field}>
      <TextInput
        autoComplete="off"
        classNames={{ wrapper: styles.number }}
        error={setting.problem}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        onChange={({ currentTarget }) => setting.setShown({ ...setting.shown, text: currentTarget.value })}
        value={setting.shown.text}
        {...input}
      />
      {children}
    </div>
  );
}
