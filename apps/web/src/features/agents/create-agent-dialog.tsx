'use client';

import type { AgentWithToken } from '@crewboard/contracts';
import { NameDialog } from '../../components/name-dialog.tsx';
import { useTeam } from '../../domain/team/team.tsx';
import { agentHints } from './agent-hints.ts';
import { useCreateAgent } from './use-create-agent.ts';

interface CreateAgentDialogProps {
  onClose: () => void;
  onToken: (agent: AgentWithToken) => void;
}

export function CreateAgentDialog({ onClose, onToken }: CreateAgentDialogProps) {
  const team = useTeam();
  const createAgent = useCreateAgent();

  return (
    <NameDialog
      busy={createAgent.isPending}
      onClose={onClose}
      onSubmit={(values) => createAgent.mutate({ teamId: team.id, ...values }, { onSuccess: onToken })}
      submitLabel="Create agent"
      title="New agent"
      {...agentHints}
    />
  );
}
