import type { AgentOverview, AgentStatus } from '@crewboard/contracts';
import { IconCircleCheck, IconCircleOff, IconKeyOff } from '@tabler/icons-react';
import { RelativeTime } from '../../components/relative-time.tsx';
import styles from './agent-labels.module.css';

const STATUS_LABELS = { active: 'Active', inactive: 'Inactive' };

export function AgentStatusLabel({ status }: { status: AgentStatus }) {
  const Icon = status === 'active' ? IconCircleCheck : IconCircleOff;
  return (
    <span className={styles.status} data-status={status}>
      <Icon aria-hidden size={14} />
      {STATUS_LABELS[status]}
    </span>
  );
}

/** The prefix of the token. An active agent without a token cannot work: a colour marks it. */
export function TokenLabel({ agent }: { agent: Pick<AgentOverview, 'status' | 'tokenPrefix'> }) {
  if (agent.tokenPrefix) return <code className={styles.prefix}>{agent.tokenPrefix}…</code>;
  return (
    <span className={styles.noToken} data-needed={agent.status === 'active' || undefined}>
      <IconKeyOff aria-hidden size={14} />
      No token
    </span>
  );
}

export function LastActive({ at }: { at: string | null }) {
  return at ? <RelativeTime time={at} /> : <span>Never active</span>;
}
