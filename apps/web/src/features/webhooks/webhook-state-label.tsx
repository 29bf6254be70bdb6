import type { Webhook } from '@crewboard/contracts';
import { IconAlertTriangle, IconCircleCheck, IconCircleOff, IconCircleX } from '@tabler/icons-react';
import type { IconComponent } from '../../lib/icon-component.ts';
import { stateNames, stateOf, type WebhookState } from './webhook-health.ts';
import styles from './webhook-state-label.module.css';

const ICONS: Record<WebhookState, IconComponent> = {
  enabled: IconCircleCheck,
  failing: IconAlertTriangle,
  disabled: IconCircleOff,
  stopped: IconCircleX,
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
