'use client';

import { type AgentOverview, canManage, canPause } from '@crewboard/contracts';
import { useQuery } from '@tanstack/react-query';
import { Fact, FactId, FactList } from '#components/lists/fact-list.tsx';
import { EmptyState } from '#components/notices/empty-state.tsx';
import { ErrorState } from '#components/notices/error-state.tsx';
import { PageHeader } from '#components/page/page-header.tsx';
import { PagePath } from '#components/page/page-path.tsx';
import { AgentAvatar } from '#components/task/avatars.tsx';
import { TaskCount } from '#components/task/task-count.tsx';
import { RelativeTime } from '#components/time/relative-time.tsx';
import { hasNoTasks } from '#domain/board/statuses.ts';
import { useStored } from '#domain/board/store/use-task-store.ts';
import { ExpiryLabel } from '#domain/expiry/expiry-label.tsx';
import { PauseBanner } from '#domain/pauses/lazy-pauses.ts';
import { useTeam } from '#domain/team/team.tsx';
import { useLinkedDialog } from '#lib/dialogs/use-linked-dialog.ts';
import { formatNumber } from '#lib/format/format-number.ts';
import { usePreload } from '#lib/lazy/lazy-part.tsx';
import { useTRPC } from '#lib/trpc/client.ts';
import { AgentStateLabel, LastActive, TokenLabel } from '../agent-labels.tsx';
import { AgentMenu } from '../agent-menu.tsx';
import { ConnectionSection } from '../connection/connection-section.tsx';
import { useAgents } from '../data/use-agents.ts';
import type { AgentDialog } from '../dialogs/agent-dialogs.tsx';
import { AgentDialogs } from '../dialogs/lazy-agent-dialogs.ts';
import styles from './agent-details.module.css';
import { AgentFailures } from './agent-failures.tsx';
import { AgentNotice } from './agent-notice.tsx';
import { AgentTaskGroup } from './agent-task-group.tsx';
import { CompletionsChart } from './completions-chart.tsx';
import { statusOrder } from './status-order.ts';

/** The page of one agent: its state, its failures, how to connect it, and its tasks. */
export function AgentDetails({ agentId }: { agentId: string }) {
  const team = useTeam();
  const agents = useAgents();
  const agent = agents.data?.find(({ id }) => id === agentId);
  const manages = canManage(team.role);
  const mayRotate = manages && agent?.status === 'active';
  // Attention links here with `?new=token`, where rotating the token is the remedy.
  const { dialog, open, close } = useLinkedDialog<AgentDialog>(
    'token',
    mayRotate ? { kind: 'rotate', agent } : null,
  );
  usePreload(AgentDialogs);
  if (!agent) {
    return agents.isError ? <ErrorState error={agents.error} onRetry={() => agents.refetch()} /> : null;
  }

  return (
    <>
      <PageHeader
        action={canPause(team.role) && <AgentMenu agent={agent} onOpenDialog={open} />}
        title={<AgentTitle agent={agent} />}
      />
      {agent.paused && (
        <PauseBanner pause={agent.paused} target={{ kind: 'agent', id: agent.id, name: agent.name }} />
      )}
      <div className={styles.page}>
        {agent.description && (
          <p className={styles.description} dir="auto">
            {agent.description}
          </p>
        )}
        <AgentFailures agent={agent} onOpenDialog={open} />
        {manages && <AgentNotice agent={agent} onOpenDialog={open} />}
        <AgentFacts agent={agent} />
        {agent.status === 'active' && (
          <ConnectionSection
            agent={agent}
            onRotate={manages ? () => open({ kind: 'rotate', agent }) : undefined}
          />
        )}
        <CompletionsChart agentId={agent.id} />
        <AgentTasks agent={agent} />
      </div>
      {dialog && <AgentDialogs dialog={dialog} onClose={close} onOpenDialog={open} />}
    </>
  );
}

function AgentTitle({ agent }: { agent: AgentOverview }) {
  const team = useTeam();
  return (
    <PagePath href={`/t/${team.id}/agents`} list="Agents">
      <AgentAvatar lastActiveAt={agent.lastActiveAt} name={agent.name} size={20} />
      <span className="truncate" dir="auto">
        {agent.name}
      </span>
    </PagePath>
  );
}

function AgentTasks({ agent }: { agent: AgentOverview }) {
  const team = useTeam();
  const response = useQuery(useTRPC().board.counts.queryOptions({ teamId: team.id, agentId: agent.id })).data;
  // The store adds the events since the response.
  const counts = useStored((store) => store.counts(response));
  if (!counts) return null;
  const statuses = statusOrder.filter((status) => !hasNoTasks(counts[status]));

  if (statuses.length === 0) {
    return (
      <EmptyState title="No tasks yet">
        The tasks that {agent.name} claims, or that are assigned to it on the board, show up here.
      </EmptyState>
    );
  }
  return statuses.map((status) => (
    <AgentTaskGroup agent={agent} count={counts[status]} key={status} status={status} />
  ));
}

function AgentFacts({ agent }: { agent: AgentOverview }) {
  return (
    <FactList layout="columns">
      <Fact name="Status">
        <AgentStateLabel agent={agent} />
      </Fact>
      <Fact name="In progress">
        <TaskCount tasks={agent.tasksInProgress} />
      </Fact>
      {/* `taskCount` of an agent: the tasks that it has completed. */}
      <Fact name="Completed">{formatNumber(agent.taskCount)}</Fact>
      <Fact name="Last active">
        <LastActive at={agent.lastActiveAt} />
      </Fact>
      <Fact name="Token">
        <TokenLabel agent={agent} />
      </Fact>
      {agent.tokenPrefix && (
        <Fact name="Token expiry">
          {agent.tokenExpiresAt ? <ExpiryLabel time={agent.tokenExpiresAt} /> : 'Never expires'}
        </Fact>
      )}
      {agent.previousTokenUntil && (
        <Fact name="Previous token">
          <span>
            Ends <RelativeTime time={agent.previousTokenUntil} />
          </span>
        </Fact>
      )}
      <Fact name="Created">
        <RelativeTime time={agent.createdAt} />
      </Fact>
      <Fact name="ID">
        <FactId id={agent.id} subject="the agent’s id" />
      </Fact>
    </FactList>
  );
}
