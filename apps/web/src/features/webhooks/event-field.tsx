'use client';

import { Radio } from '@mantine/core';
import type { ReactNode } from 'react';
import { EventChecklist } from './event-checklist.tsx';
import styles from './event-field.module.css';
import type { EventScope, EventSelection } from './event-selection.ts';

const SCOPES: { value: EventScope; label: string; description: string }[] = [
  {
    value: 'completed',
    label: 'Completed tasks',
    description: 'Each task that an agent completes, with its result',
  },
  { value: 'all', label: 'All events', description: 'All events of the team, including future types' },
  { value: 'chosen', label: 'Choose', description: 'Single event types' },
];

interface EventFieldProps {
  value: EventSelection;
  onChange: (value: EventSelection) => void;
  error?: ReactNode;
}

/** The event types of an endpoint. */
export function EventField({ value, onChange, error }: EventFieldProps) {
  const { scope, chosen } = value;
  return (
    <Radio.Group
      error={error}
      label="Events"
      mt="md"
      onChange={(next) => onChange({ scope: next as EventScope, chosen })}
      value={scope}
    >
      <div className={styles.scopes}>
        {SCOPES.map((each) => (
          <Radio classNames={{ description: styles.description }} key={each.value} {...each} />
        ))}
      </div>
      {scope === 'chosen' && (
        <EventChecklist chosen={chosen} onChange={(next) => onChange({ scope, chosen: next })} />
      )}
    </Radio.Group>
  );
}
