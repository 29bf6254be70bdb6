'use client';

import type { AgentOverview } from '@crewboard/contracts';
import { NameDialog } from '../../components/name-dialog.tsx';
import { agentHints } from './agent-hints.ts';
import { useUpdateAgent } from './use-update-agent.ts';

export function EditAgentDialog({ agent, onClose }: { agent: AgentOverview; onClose: () => void }) {
  const updateAgent = useUpdateAgent();

  return (
    <NameDialog
      busy={updateAgent.isPending}
      initial={agent}
      onClose={onClose}
      onSubmit={(values) => updateAgent.mutate({ agentId: agent.id, ...values }, { onSuccess: onClose })}
      submitLabel="Save"
      title={`Rename and describe ${agent.name}`}
      {...agentHints}
    />
  );
}
