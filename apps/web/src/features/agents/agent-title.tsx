import type { AgentOverview } from '@crewboard/contracts';
import Link from 'next/link';
import { AgentAvatar } from '../../components/agent-avatar.tsx';
import { useTeam } from '../../domain/team/team.tsx';
import styles from './agent-title.module.css';

export function AgentTitle({ agent }: { agent: AgentOverview }) {
  const team = useTeam();
  return (
    <span className={styles.title}>
      <Link className={styles.up} href={`/t/${team.id}/agents`}>
        Agents
      </Link>
      <span aria-hidden className={styles.up}>
        ›
      </span>
      <AgentAvatar lastActiveAt={agent.lastActiveAt} name={agent.name} size={20} />
      <span className={styles.name}>{agent.name}</span>
    </span>
  );
}
