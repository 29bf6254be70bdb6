import type { AgentOverview } from '@crewboard/contracts';
import { IconKeyOff } from '@tabler/icons-react';
import styles from './token-state.module.css';

/** Without a token an active agent cannot work: that is worth a colour. */
export function TokenState({ agent }: { agent: Pick<AgentOverview, 'status' | 'tokenPrefix'> }) {
  if (agent.tokenPrefix) return <code className={styles.prefix}>{agent.tokenPrefix}…</code>;
  return (
    <span className={styles.none} data-needed={agent.status === 'active' || undefined}>
      <IconKeyOff aria-hidden size={14} />
      No token
    </span>
  );
}
