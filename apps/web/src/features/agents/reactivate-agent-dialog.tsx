'use client';

import type { AgentOverview, AgentWithToken } from '@crewboard/contracts';
import { Button, Checkbox, Text } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { DialogActions } from '../../components/dialog-actions.tsx';
import { useRotateToken } from './use-rotate-token.ts';
import { useUpdateAgent } from './use-update-agent.ts';

interface ReactivateAgentDialogProps {
  agent: AgentOverview;
  onClose: () => void;
  onToken: (agent: AgentWithToken) => void;
}

export function ReactivateAgentDialog({ agent, onClose, onToken }: ReactivateAgentDialogProps) {
  const [makesToken, setMakesToken] = useState(true);
  const updateAgent = useUpdateAgent();
  const rotateToken = useRotateToken();
  const busy = updateAgent.isPending || rotateToken.isPending;

  function reactivate() {
    const agentId = agent.id;
    const rotate = () => rotateToken.mutate({ agentId }, { onSuccess: onToken, onError: onClose });
    updateAgent.mutate({ agentId, status: 'active' }, { onSuccess: makesToken ? rotate : onClose });
  }

  return (
    <Dialog isBusy={busy} onClose={onClose} title={`Reactivate ${agent.name}?`}>
      <Text size="sm">
        Its old token stays refused. To work again, {agent.name} needs a new one, which is shown once.
      </Text>
      <Checkbox
        checked={makesToken}
        label="Make the new token now"
        mt="md"
        onChange={(event) => setMakesToken(event.currentTarget.checked)}
      />
      <DialogActions busy={busy} onCancel={onClose}>
        <Button data-autofocus loading={busy} onClick={reactivate}>
          {makesToken ? 'Reactivate and make token' : 'Reactivate'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
