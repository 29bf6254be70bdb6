import type { AgentStatus } from '@crewboard/contracts';
import { IconCircleCheck, IconCircleOff } from '@tabler/icons-react';
import styles from './agent-status-label.module.css';

const LABELS = { active: 'Active', inactive: 'Inactive' };

export function AgentStatusLabel({ status }: { status: AgentStatus }) {
  const Icon = status === 'active' ? IconCircleCheck : IconCircleOff;
  return (
    <span className={styles.label} data-status={status}>
      <Icon aria-hidden size={14} />
      {LABELS[status]}
    </span>
  );
}
