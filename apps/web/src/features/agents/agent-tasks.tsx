'use client';

import type { AgentOverview } from '@crewboard/contracts';
import { EmptyState } from '../../components/empty-state.tsx';
import { AgentTaskGroup } from './agent-task-group.tsx';
import { statusOrder } from './status-order.ts';
import { useAgentTaskCounts } from './use-agent-task-counts.ts';

export function AgentTasks({ agent }: { agent: AgentOverview }) {
  const counts = useAgentTaskCounts(agent.id).data;
  const groups = statusOrder.filter((status) => counts?.[status]);

  if (counts && groups.length === 0) {
    return (
      <EmptyState title="No tasks yet">
        The tasks that {agent.name} claims, or that are assigned to it on the board, show up here.
      </EmptyState>
    );
  }
  return groups.map((status) => (
    <AgentTaskGroup agent={agent} count={counts?.[status] ?? 0} key={status} status={status} />
  ));
}
