import type { AgentOverview } from '@crewboard/contracts';
import type { ReactNode } from 'react';
import { CopyButton } from '../../components/copy-button.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { formatNumber } from '../../lib/format/format-number.ts';
import styles from './agent-facts.module.css';
import { AgentStatusLabel } from './agent-status-label.tsx';
import { LastActive } from './last-active.tsx';
import { TokenState } from './token-state.tsx';

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export function AgentFacts({ agent }: { agent: AgentOverview }) {
  return (
    <dl className={styles.facts}>
      <Fact name="Status">
        <AgentStatusLabel status={agent.status} />
      </Fact>
      <Fact name="In progress">{formatNumber(agent.tasksInProgress)}</Fact>
      <Fact name="Completed">{formatNumber(agent.taskCount)}</Fact>
      <Fact name="Last active">
        <LastActive at={agent.lastActiveAt} />
      </Fact>
      <Fact name="Token">
        <TokenState agent={agent} />
      </Fact>
      <Fact name="Created">
        <RelativeTime time={agent.createdAt} />
      </Fact>
      <Fact name="Id">
        <code className={styles.id}>{agent.id}</code>
        <CopyButton subject="the agent’s id" text={agent.id} />
      </Fact>
    </dl>
  );
}
