'use client';

import type { AgentOverview, AgentWithToken } from '@crewboard/contracts';
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { useRotateToken, useUpdateAgent } from './agent-mutations.ts';

interface ReactivateAgentDialogProps {
  agent: AgentOverview;
  onClose: () => void;
  onToken: (agent: AgentWithToken) => void;
}

export function ReactivateAgentDialog({ agent, onClose, onToken }: ReactivateAgentDialogProps) {
  const [makesToken, setMakesToken] = useState(true);
  const updateAgent = useUpdateAgent();
  const rotateToken = useRotateToken();

  function reactivate() {
    const agentId = agent.id;
    const rotate = () => rotateToken.mutate({ agentId }, { onSuccess: onToken, onError: onClose });
    updateAgent.mutate({ agentId, status: 'active' }, { onSuccess: makesToken ? rotate : onClose });
  }

  return (
    <ConfirmDialog
      confirmLabel={makesToken ? 'Reactivate and create token' : 'Reactivate'}
      isBusy={updateAgent.isPending || rotateToken.isPending}
      onClose={onClose}
      onConfirm={reactivate}
      options={
        <Checkbox
          checked={makesToken}
          label="Make the new token now"
          mt="md"
          onChange={(event) => setMakesToken(event.currentTarget.checked)}
        />
      }
      title={`Reactivate ${agent.name}?`}
    >
      The API goes on to reject its old token. To work again, {agent.name} needs a new one, which is shown
      once.
    </ConfirmDialog>
  );
}
