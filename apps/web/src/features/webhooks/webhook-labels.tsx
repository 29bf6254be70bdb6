import type { Webhook } from '@crewboard/contracts';
import { IconAlertTriangle, IconCircleCheck, IconCircleOff, IconCircleX } from '@tabler/icons-react';
import { StateLabel } from '#components/notices/state-label.tsx';
import { WithTooltip } from '#components/notices/with-tooltip.tsx';
import { RelativeTime } from '#components/time/relative-time.tsx';
import { urlParts } from '#domain/webhooks/endpoint-name.ts';
import { eventTypesLabel } from './form/event-selection.ts';
import styles from './webhook-labels.module.css';
import { stateOf } from './webhook-state.ts';
import { stateDetail, stateNames } from './webhook-state-texts.ts';

const looks = {
  enabled: { Icon: IconCircleCheck, tone: 'good', hasPlainText: true },
  failing: { Icon: IconAlertTriangle, tone: 'warn' },
  disabled: { Icon: IconCircleOff, tone: 'muted' },
  autoDisabled: { Icon: IconCircleX, tone: 'bad' },
} as const;

export function WebhookStateLabel({ webhook }: { webhook: Webhook }) {
  const state = stateOf(webhook);
  return <StateLabel {...looks[state]}>{stateNames[state]}</StateLabel>;
}

/** "3 failures in a row, the first 2h ago"; nothing for an enabled endpoint without failures. */
export function WebhookStateDetail({ webhook }: { webhook: Webhook }) {
  const detail = stateDetail(webhook);
  return detail && <TextWithTime {...detail} />;
}

export function TextWithTime({ text, time }: { text: string; time: string | null }) {
  return (
    <span>
      {text} {time && <RelativeTime time={time} />}
    </span>
  );
}

export function LastSuccess({ at }: { at: string | null }) {
  return at ? <RelativeTime time={at} /> : <span>No success yet</span>;
}

/** The last characters of a long path are never clipped: the URLs of many receivers differ only there. */
const tailLength = 10;

/** The URL of an endpoint, with the host emphasized. A long path is clipped in the middle. */
export function WebhookUrl({ url }: { url: string }) {
  const { scheme, host, path } = urlParts(url);
  // A short path is clipped at its end.
  const tail = path.length > 2 * tailLength ? path.slice(-tailLength) : '';
  return (
    <span className={styles.url} title={url}>
      {scheme && <span className={styles.muted}>{scheme}</span>}
      <span className={styles.host}>{host}</span>
      <span className={`${styles.muted} ${styles.head}`}>{path.slice(0, path.length - tail.length)}</span>
      <span className={styles.muted}>{tail}</span>
    </span>
  );
}

/** The event types of an endpoint; several are listed in a tooltip, on hover and focus. */
export function WebhookEvents({ eventTypes }: { eventTypes: string[] }) {
  const label = eventTypesLabel(eventTypes);
  if (eventTypes.length < 2) {
    return eventTypes[0] === '*' ? <span>{label}</span> : <code className={styles.type}>{label}</code>;
  }
  return (
    <WithTooltip
      label={eventTypes.map((type) => (
        <div className={styles.type} key={type}>
          {type}
        </div>
      ))}
    >
      <button aria-label={`${label}: ${eventTypes.join(', ')}`} className={styles.several} type="button">
        {label}
      </button>
    </WithTooltip>
  );
}
