import type { Webhook } from '@crewboard/contracts';
import { IconAlertTriangle, IconCircleCheck, IconCircleOff, IconCircleX } from '@tabler/icons-react';
import { RelativeTime } from '#components/time/relative-time.tsx';
import type { IconComponent } from '#lib/look/icon-component.ts';
import { stateDetail, stateNames, stateOf, type WebhookState } from './webhook-state.ts';
import styles from './webhook-state-label.module.css';

const ICONS: Record<WebhookState, IconComponent> = {
  enabled: IconCircleCheck,
  failing: IconAlertTriangle,
  disabled: IconCircleOff,
  autoDisabled: IconCircleX,
};

export function WebhookStateLabel({ webhook }: { webhook: Webhook }) {
  const state = stateOf(webhook);
  const Icon = ICONS[state];
  return (
    <span className={styles.label} data-state={state}>
      <Icon aria-hidden size={14} />
      {stateNames[state]}
    </span>
  );
}

/** "3 failures in a row, the first 2h ago"; nothing for an enabled endpoint without failures. */
export function WebhookStateDetail({ webhook }: { webhook: Webhook }) {
  const detail = stateDetail(webhook);
  return (
    detail && (
      <span>
        {detail.text} {detail.time && <RelativeTime time={detail.time} />}
      </span>
    )
  );
}

export function LastSuccess({ at }: { at: string | null }) {
  return at ? <RelativeTime time={at} /> : <span>No success yet</span>;
}
