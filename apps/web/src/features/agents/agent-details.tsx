'use client';

import { ErrorState } from '../../components/error-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { canManage } from '../../domain/team/permissions.ts';
import { useTeam } from '../../domain/team/team.tsx';
import { useDialog } from '../../lib/use-dialog.ts';
import styles from './agent-details.module.css';
import type { AgentDialog } from './agent-dialog.ts';
import { AgentDialogs } from './agent-dialogs.tsx';
import { AgentFacts } from './agent-facts.tsx';
import { AgentMenu } from './agent-menu.tsx';
import { AgentNotice } from './agent-notice.tsx';
import { AgentTasks } from './agent-tasks.tsx';
import { AgentTitle } from './agent-title.tsx';
import { CompletionsChart } from './completions-chart.tsx';
import { useAgents } from './use-agents.ts';

interface AgentDetailsProps {
  agentId: string;
  /** The address of the API as agents reach it. */
  apiUrl: string;
}

export function AgentDetails({ agentId, apiUrl }: AgentDetailsProps) {
  const team = useTeam();
  const agents = useAgents();
  const agent = agents.data?.find(({ id }) => id === agentId);
  const { dialog, open, close } = useDialog<AgentDialog>();
  if (!agent) {
    return agents.isError ? <ErrorState error={agents.error} onRetry={() => agents.refetch()} /> : null;
  }
  const manages = canManage(team.role);

  return (
    <>
      <PageHeader
        action={manages && <AgentMenu agent={agent} onOpen={open} />}
        title={<AgentTitle agent={agent} />}
      />
      <div className={styles.page}>
        {agent.description && <p className={styles.description}>{agent.description}</p>}
        {manages && <AgentNotice agent={agent} onOpen={open} />}
        <AgentFacts agent={agent} />
        <CompletionsChart agentId={agent.id} />
        <AgentTasks agent={agent} />
      </div>
      <AgentDialogs apiUrl={apiUrl} dialog={dialog} onClose={close} onOpen={open} />
    </>
  );
}
