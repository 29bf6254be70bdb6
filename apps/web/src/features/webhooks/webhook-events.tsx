'use client';

import { Tooltip } from '@mantine/core';
import { eventTypesWords } from './event-choice.ts';
import styles from './webhook-events.module.css';

/** What an endpoint hears of; several are named when somebody points at their number or tabs to it. */
export function WebhookEvents({ eventTypes }: { eventTypes: string[] }) {
  const words = eventTypesWords(eventTypes);
  if (eventTypes.length < 2) {
    return eventTypes[0] === '*' ? <span>{words}</span> : <code className={styles.type}>{words}</code>;
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
      <button aria-label={`${words}: ${eventTypes.join(', ')}`} className={styles.several} type="button">
        {words}
      </button>
    </Tooltip>
  );
}
