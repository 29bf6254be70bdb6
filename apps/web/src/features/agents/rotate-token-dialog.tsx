'use client';

import type { AgentOverview, AgentWithToken } from '@crewboard/contracts';
import { Button, Code, Text } from '@mantine/core';
import { Dialog } from '../../components/dialog.tsx';
import { DialogActions } from '../../components/dialog-actions.tsx';
import { useRotateToken } from './use-rotate-token.ts';

interface RotateTokenDialogProps {
  agent: AgentOverview;
  onClose: () => void;
  onToken: (agent: AgentWithToken) => void;
}

export function RotateTokenDialog({ agent, onClose, onToken }: RotateTokenDialogProps) {
  const rotateToken = useRotateToken();
  const busy = rotateToken.isPending;
  const { tokenPrefix } = agent;

  return (
    <Dialog
      isBusy={busy}
      onClose={onClose}
      title={tokenPrefix ? `Rotate the token of ${agent.name}?` : `Make a token for ${agent.name}?`}
    >
      <Text size="sm">
        {tokenPrefix ? (
          <>
            The old token <Code>{tokenPrefix}…</Code> ends at once: whatever uses it is refused until it has
            the new one. The tasks of {agent.name} stay as they are.
          </>
        ) : (
          <>{agent.name} has no token and cannot call the API. The new one is shown once.</>
        )}
      </Text>
      <DialogActions busy={busy} onCancel={onClose}>
        <Button
          color={tokenPrefix ? 'red' : undefined}
          data-autofocus
          loading={busy}
          onClick={() => rotateToken.mutate({ agentId: agent.id }, { onSuccess: onToken })}
        >
          {tokenPrefix ? 'Rotate token' : 'Make token'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
