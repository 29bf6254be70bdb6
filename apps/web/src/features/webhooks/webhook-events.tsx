'use client';

import { Tooltip } from '@mantine/core';
import { eventTypesLabel } from './event-selection.ts';
import styles from './webhook-events.module.css';

/** The event types of an endpoint; several are listed in a tooltip, on hover and focus. */
export function WebhookEvents({ eventTypes }: { eventTypes: string[] }) {
  const label = eventTypesLabel(eventTypes);
  if (eventTypes.length < 2) {
    return eventTypes[0] === '*' ? <span>{label}</span> : <code className={styles.type}>{label}</code>;
  }
  return (
    <Tooltip
      events={{ hover: true, focus: true, touch: true }}
      label={eventTypes.map((type) => (
        <div className={styles.type} key={type}>
          {type}
        </div>
      ))}
    >
      <button aria-label={`${label}: ${eventTypes.join(', ')}`} className={styles.several} type="button">
        {label}
      </button>
    </Tooltip>
  );
}
