import type { AgentOverview, AgentWithToken } from '@crewboard/contracts';
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '#components/dialogs/confirm-dialog.tsx';
import { isolate } from '#lib/text/isolate.ts';
import { useRotateToken, useUpdateAgent } from '../data/agent-mutations.ts';
import { TokenExpirySelect } from './token-expiry-select.tsx';
import { defaultTerm, expiryOfTerm } from './token-terms.ts';

interface ReactivateAgentDialogProps {
  agent: AgentOverview;
  onClose: () => void;
  onToken: (agent: AgentWithToken) => void;
}

/** Reactivates an agent, which has lost its token, and creates a new token for it unless the person declines. */
export function ReactivateAgentDialog({ agent, onClose, onToken }: ReactivateAgentDialogProps) {
  const [makesToken, setMakesToken] = useState(true);
  const [chosenTerm, setTerm] = useState<string | null>(null);
  // As in `RotateTokenDialog`, the lifetime of the last token counts until the person chooses.
  const term = chosenTerm ?? defaultTerm(agent.tokenLifetimeSeconds);
  const updateAgent = useUpdateAgent();
  const rotateToken = useRotateToken();

  function reactivate() {
    const agentId = agent.id;
    // If only the rotation fails, the agent is active already: its page offers to create a token.
    const rotate = () =>
      rotateToken.mutate(
        { agentId, expiresAt: expiryOfTerm(term) },
        { onSuccess: onToken, onError: onClose },
      );
    updateAgent.mutate({ agentId, status: 'active' }, { onSuccess: makesToken ? rotate : onClose });
  }

  return (
    <ConfirmDialog
      confirmLabel={makesToken ? 'Reactivate and create token' : 'Reactivate'}
      isBusy={updateAgent.isPending || rotateToken.isPending}
      onClose={onClose}
      onConfirm={reactivate}
      options={
        <>
          <Checkbox
            checked={makesToken}
            label="Create the new token now"
            mt="md"
            onChange={(event) => setMakesToken(event.currentTarget.checked)}
          />
          {makesToken && (
            <TokenExpirySelect
              label="The new token expires"
              lastLifetimeSeconds={agent.tokenLifetimeSeconds}
              onChange={setTerm}
              value={term}
            />
          )}
        </>
      }
      title={`Reactivate ${isolate(agent.name)}?`}
    >
      The API still rejects its old token. To work again, {agent.name} needs a new one, which is shown once.
    </ConfirmDialog>
  );
}
